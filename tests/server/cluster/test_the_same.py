"""What holds at one server holds at two: tests of tables, watching and secrecy again, everybody at another server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.cluster.houses import Cluster, Engines, Turning
from tests.server.running import Running, Zygote
from tests.server.test_known_leaks import (  # noqa: F401
    test_a_seat_given_away_is_blind_at_once,
    test_no_sync_without_credentials,
    test_the_beginning_is_told_as_hidden_as_the_rest,
    test_undo_history_tells_the_others_nothing,
)
from tests.server.test_leaks import (  # noqa: F401
    test_every_byte_to_seats_and_spectators_is_explained,
    test_hot_seat_bytes_show_one_seat_at_a_time,
    test_the_log_of_the_server_holds_no_secrets,
)
from tests.server.test_matches import (  # noqa: F401
    test_play_now_is_one_request_and_bots_answer,
    test_several_people_and_bots_share_a_table,
)
from tests.server.test_table_life import (  # noqa: F401
    test_a_draw_is_agreed_and_ends_the_match,
    test_a_leavers_seat_can_be_given_to_a_bot_or_the_match_claimed,
    test_a_reconnecting_player_finds_the_offer_still_there,
    test_a_rematch_turns_the_seats,
    test_a_seat_is_carried_to_another_device_once,
    test_chat_reaches_everybody_cleaned_and_stays,
    test_hints_are_given_to_the_actor_of_a_friendly_table_and_marked,
    test_hot_seat_shows_one_seat_at_a_time_and_only_when_asked,
    test_lobby_lists_options_and_leaving,
    test_nothing_is_taken_back_past_something_revealed,
    test_takeback_needs_the_others_consent_and_deals_the_same_again,
)
from tests.server.test_watching import (  # noqa: F401
    test_a_no_is_told_to_the_one_who_asked,
    test_a_player_at_the_table_whose_time_is_up_is_late_but_here,
    test_a_table_among_friends_is_not_watched_without_a_link,
    test_an_unfinished_match_is_put_away_and_found_again,
    test_bots_among_themselves_play_while_somebody_watches,
    test_public_tables_in_play_are_listed_and_watched_by_anybody,
    test_the_old_device_is_told_that_its_seat_was_carried_away,
)

pytestmark = pytest.mark.xdist_group("cluster")


@pytest.fixture(scope="module")
def server(engines: Engines, zygote: Zygote, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    house = Cluster(engines, zygote, tmp_path_factory.mktemp("two"), away=0.3)
    house.start()
    house.start()
    yield Turning(house)
    house.check_and_stop()
