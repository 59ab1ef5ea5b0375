#include <cstdint>
#include <cstdio>
#include "tables.h"
typedef signed char i8; typedef unsigned long long u64;
__device__ const i8 CHARM[7]={2,2,2,3,3,4,5};
enum {PICK,DRAW,CHOOSE,AG,AC,FIN};
#define FULL 0xffffffffu
#define MID 12
#define HALF 7
#define NR 966
#define MAXI 16
struct S { i8 unseen[7],hands[2][7],placed[2][7],secret[2][7],disc[2][7],offer[2][7],used[2][4],hs[2],favour[7];
  int seat,phase,drawn,round,starter,limit,gfirst,winner,foe; };
__device__ inline unsigned nw(u64&r){ r^=r<<13; r^=r>>7; r^=r<<17; return (unsigned)(r>>32);}
__device__ inline int below(u64&r,int n){ return (int)(((u64)nw(r)*n)>>32);}
__device__ inline float unit(u64&r){ return nw(r)*(1.0f/4294967296.0f);}
__device__ int card_at(const i8*c,int k){ for(int g=0;g<7;g++){ k-=c[g]; if(k<0) return g;} return 6;}
__device__ void begin_round(S&s,int st){ s.round++; s.starter=st; s.seat=st; s.phase=DRAW; s.drawn=0;
  for(int g=0;g<7;g++){ s.unseen[g]=CHARM[g]; for(int p=0;p<2;p++) s.hands[p][g]=s.placed[p][g]=s.secret[p][g]=s.disc[p][g]=s.offer[p][g]=0;}
  for(int p=0;p<2;p++){ s.hs[p]=0; for(int m=0;m<4;m++) s.used[p][m]=0; } }
__device__ void close_round(S&s){
  for(int g=0;g<7;g++){ int a=s.placed[0][g]+s.secret[0][g], b=s.placed[1][g]+s.secret[1][g]; if(a>b)s.favour[g]=0; else if(b>a)s.favour[g]=1; }
  int pt[2]={0,0},ge[2]={0,0};
  for(int g=0;g<7;g++) if(s.favour[g]>=0){ pt[(int)s.favour[g]]+=CHARM[g]; ge[(int)s.favour[g]]++; }
  for(int p=0;p<2;p++) if(pt[p]>=11){ s.phase=FIN; s.winner=p; return; }
  for(int p=0;p<2;p++) if(ge[p]>=4){ s.phase=FIN; s.winner=p; return; }
  if(s.round>=s.limit){ int lead=pt[0]-pt[1]; if(s.gfirst && ge[0]!=ge[1]) lead=ge[0]-ge[1]; s.phase=FIN; s.winner= lead==0?-1:(lead>0?0:1); return; }
  begin_round(s,1-s.starter); }
__device__ void end_turn(S&s){ s.seat=1-s.seat; if(s.drawn<20) s.phase=DRAW; else close_round(s); }
__device__ void answer(S&s,int a){ // gift: card g ; competition: pair
  int ch=s.seat, gi=1-s.seat;
  if(s.phase==AG){ s.offer[0][a]--; s.placed[ch][a]++; for(int g=0;g<7;g++){ s.placed[gi][g]+=s.offer[0][g]; s.offer[0][g]=0; } }
  else for(int g=0;g<7;g++){ s.placed[ch][g]+=s.offer[a][g]; s.placed[gi][g]+=s.offer[1-a][g]; s.offer[0][g]=s.offer[1][g]=0; }
  s.seat=gi; end_turn(s); }
__device__ inline int marker_of(int a){ return a<A_DISCARD?0:a<A_GIFT?1:a<A_COMPETITION?2:3; }
__device__ void mark(S&s,int a){ // a marker action; forced answers follow
  int m=marker_of(a), p=s.seat; s.used[p][m]=1; s.hs[p]-=m+1; const i8*c=CARDS_OF+7*a;
  for(int g=0;g<7;g++){ s.hands[p][g]-=c[g]; if(m==0)s.secret[p][g]+=c[g]; else if(m==1)s.disc[p][g]+=c[g]; else if(m==2)s.offer[0][g]=c[g];
    else { const i8*q=PAIR_OF+14*(a-A_COMPETITION); s.offer[0][g]=q[g]; s.offer[1][g]=q[7+g]; } }
  if(m<2){ end_turn(s); return; }
  s.phase= m==2?AG:AC; s.seat=1-p;
  if(m==2){ for(int g=0;g<7;g++) if(s.offer[0][g]==3){ answer(s,g); return; } }
  else { bool same=true; for(int g=0;g<7;g++) if(s.offer[0][g]!=s.offer[1][g]) same=false; if(same) answer(s,0); } }
__device__ void act(S&s,int a){ if(s.phase==CHOOSE) mark(s,a); else answer(s,a); }
__device__ void deal(S&s,u64&r){
  int left=21-s.drawn;
  if(s.drawn==0){ for(int p=0;p<2;p++){ for(int i=0;i<6;i++){ int g=card_at(s.unseen,below(r,left)); s.unseen[g]--; s.hands[p][g]++; left--; } s.hs[p]=6; } s.drawn=12; }
  int g=card_at(s.unseen,below(r,left)); s.unseen[g]--; s.hands[s.seat][g]++; s.hs[s.seat]++; s.drawn++; s.phase=CHOOSE; }
__device__ void hide_guess(const S&s,S&w,u64&r){ w=s; int y=1-s.seat,left=0;
  for(int g=0;g<7;g++){ w.unseen[g]+=w.hands[y][g]+w.secret[y][g]+w.disc[y][g]; w.hands[y][g]=w.secret[y][g]=w.disc[y][g]=0; left+=w.unseen[g]; }
  for(int i=0;i<w.hs[y];i++){ int g=card_at(w.unseen,below(r,left--)); w.unseen[g]--; w.hands[y][g]++; }
  if(w.used[y][0]){ int g=card_at(w.unseen,below(r,left--)); w.unseen[g]--; w.secret[y][g]++; }
  if(w.used[y][1]) for(int i=0;i<2;i++){ int g=card_at(w.unseen,below(r,left--)); w.unseen[g]--; w.disc[y][g]++; } }
__device__ inline int place_of(const S&s,int g){ int laid=s.placed[0][g]+s.secret[0][g]-s.placed[1][g]-s.secret[1][g]; int lead=2*laid+s.hands[0][g]-s.hands[1][g];
  int left=s.unseen[g]+s.hands[0][g]+s.hands[1][g]; return ((g*3+s.favour[g]+1)*(2*MID+1)+lead+MID)*HALF+left; }
__device__ float promise(const S&s,int a){ const i8*c=CARDS_OF+7*a; float sign=s.seat==0?1:-1; int half=s.seat==0?HALF:-HALF; float mine=0,other=0,worst=1e9f;
  for(int g=0;g<7;g++){ int n=c[g]; if(n>0){ int here=place_of(s,g); float now=TILT[here]; here-=n;
    if(a<A_DISCARD) mine+=TILT[here+half]-now; else if(a<A_GIFT) mine+=TILT[here-half*n]-now;
    else if(a<A_COMPETITION){ float k=TILT[here+half*n]; mine+=k-now; worst=fminf(worst,sign*(TILT[here+half*(n-4)]-k)); }
    else { const i8*q=PAIR_OF+14*(a-A_COMPETITION); int more=2*(q[g]-q[7+g]); mine+=TILT[here+half*(more-n)]-now; other+=TILT[here-half*(more+n)]-now; } } }
  if(a<A_GIFT) return sign*mine; if(a<A_COMPETITION) return sign*mine+worst; return fminf(sign*mine,sign*other); }
__device__ int best_card(const S&s){ int t=s.seat==0?2*HALF:-2*HALF,best=-1; float most=-1e9f;
  for(int g=0;g<7;g++) if(s.offer[0][g]>0){ int l=place_of(s,g)-t*s.offer[0][g]; float w=TILT[l+2*t]-TILT[l]; if(s.seat==1)w=-w; if(w>most){best=g;most=w;} } return best; }
__device__ int best_pair(const S&s){ int t=s.seat==0?2*HALF:-2*HALF; float lead=0;
  for(int g=0;g<7;g++){ int m=s.offer[0][g]-s.offer[1][g]; if(m){ int h=place_of(s,g); lead+=TILT[h+t*m]-TILT[h-t*m]; } } return (lead>=0)==(s.seat==0)?0:1; }
__device__ float end_worth(const S&s){ if(s.phase==FIN) return s.winner<0?0.5f:1.0f-s.winner;
  int idx=0,pw=1; for(int g=0;g<7;g++){ if(s.favour[g]>=0) idx+=pw*(1+(s.favour[g]^s.starter)); pw*=3; }
  int col; if(s.limit==99) col=4; else col=(s.limit-s.round>0?1:0)+(s.gfirst?2:0);
  float w=WORTH[idx*5+col]; return s.starter==0?w:1-w; }
// -- the network, one warp
__device__ int my_row(const S&s,int lane){ int me=s.seat,you=1-me;
  if(lane<7){ int g=lane; int mi=s.placed[me][g]+s.secret[me][g],yo=s.placed[you][g]+s.secret[you][g],le=s.hands[me][g]+s.hands[you][g]+s.unseen[g];
    int f=s.favour[g]<0?0:1+(s.favour[g]^me); return STANDING[((g*6+mi)*6+yo)*6+le]+f; }
  if(lane<14){ int g=lane-7; if(s.hands[me][g]+s.hands[you][g]>0) return HANDS_ROW[(g*6+s.hands[me][g])*6+s.hands[you][g]]; return -1; }
  if(lane<21){ int g=lane-14; if((s.phase==AG||s.phase==AC)&&s.offer[0][g]+s.offer[1][g]>0){ int m=s.phase==AG?s.offer[0][g]:4+3*s.offer[0][g]+s.offer[1][g]; return R_OFFER+13*g+m; } return -1; }
  if(lane<23){ int p=lane==21?me:you; for(int g=0;g<7;g++) if(s.secret[p][g]>0) return R_SECRETS+7*(lane-21)+g; return -1; }
  if(lane==23){ int m=0; for(int k=0;k<4;k++) m=4*m+2*s.used[me][k]+s.used[you][k]; return R_MARKERS+m; }
  if(lane==24) return R_PHASES+s.phase;
  if(lane==25) return R_ROUNDS+(s.limit==99?6:3*s.gfirst+s.limit-s.round);
  if(lane==26 && s.foe>=0 && s.seat==s.foe) return R_PHASES;
  return -1; }
__device__ float logit_of(int row,const float*net,const float*sh,int lane){
  float a=net[R_ROWS*64+lane],b=net[R_ROWS*64+32+lane]; unsigned m=__ballot_sync(FULL,row>=0);
  while(m){ int k=__ffs(m)-1; m&=m-1; int r=__shfl_sync(FULL,row,k); a+=net[r*64+lane]; b+=net[r*64+32+lane]; }
  a=fmaxf(a,0); b=fmaxf(b,0); float t=net[(R_ROWS+1)*64+lane];
  #pragma unroll 8
  for(int j=0;j<32;j++){ t+=__shfl_sync(FULL,a,j)*sh[j*32+lane]; }
  #pragma unroll 8
  for(int j=0;j<32;j++){ t+=__shfl_sync(FULL,b,j)*sh[(32+j)*32+lane]; }
  t=fmaxf(t,0)*sh[2048+lane]; for(int k=16;k;k>>=1) t+=__shfl_xor_sync(FULL,t,k);
  return t+net[(R_ROWS+1)*64+32]; }
__device__ float foreseen(const S&s,const float*net,const float*sh,int lane){ if(s.phase==FIN||(s.phase==DRAW&&s.drawn==0)) return end_worth(s);
  float p=1/(1+__expf(-logit_of(my_row(s,lane),net,sh,lane))); return s.seat==0?p:1-p; }
// -- players
struct Minds { const float*net,*sh,*bel,*bsh; };
__device__ void imagine(const S&s,S&w,u64&r,const Minds&m,int lane){
  if(!m.bel){ hide_guess(s,w,r); return; }
  for(int i=0;i<8;i++){ hide_guess(s,w,r); float b=__expf(logit_of(my_row(w,lane),m.bel,m.bsh,lane))/4.0f; if(unit(r)<b) return; } }
__device__ bool is_legal(const S&s,int a){ if(a>=NA) return false; if(s.used[s.seat][marker_of(a)]) return false; const i8*c=CARDS_OF+7*a; for(int g=0;g<7;g++) if(c[g]>s.hands[s.seat][g]) return false; return true; }
__device__ void warp_best(float&v,int&a){ for(int k=16;k;k>>=1){ float v2=__shfl_xor_sync(FULL,v,k); int a2=__shfl_xor_sync(FULL,a,k); if(v2>v||(v2==v&&a2<a)){v=v2;a=a2;} } }
__device__ float gumbel(u64&r){ return -__logf(-__logf(unit(r)+1e-9f)+1e-9f); }
#define PER ((NA+31)/32)
__device__ int pick(const S&s,S&w,S&x,u64&r,int lane,int kind,float noise,float liking,int ideas,int worlds,const Minds&M,int&n){
  float v[PER]; int cand[MAXI]; float sums[MAXI]; int m=0;
  if(s.phase==CHOOSE){
    int mine=0; for(int i=0;i<PER;i++){ v[i]=-1e9f; if(is_legal(s,lane+32*i)){ v[i]=0; mine++; } }
    n=__reduce_add_sync(FULL,mine);
    int pw= kind==0?worlds:2;
    for(int k=0;k<pw;k++){ hide_guess(s,w,r); for(int i=0;i<PER;i++) if(v[i]>-1e8f) v[i]+=promise(w,lane+32*i)/pw; }
    u64 mix=(u64)nw(r)*0x9E3779B97F4A7C15ull;
    if(kind==0||n==1){ float b=-1e9f;int ba=1<<20; for(int i=0;i<PER;i++) if(v[i]>-1e8f){ u64 q=(mix^(lane+32*i+1)*0xD1B54A32D192ED03ull)|1; nw(q); float t=v[i]+(noise>0?noise*gumbel(q):0); if(t>b){b=t;ba=lane+32*i;} } warp_best(b,ba); return ba; }
    m=n<ideas?n:ideas;
    for(int i=0;i<m;i++){ bool wild= n>ideas && i>=ideas-2; float b=-1e9f,pv=0;int ba=1<<20; for(int k=0;k<PER;k++) if(v[k]>-1e8f){ float t=v[k]; if(wild){ u64 q=(mix^(lane+32*k+1)*0xD1B54A32D192ED03ull)|1; nw(q);nw(q); t=unit(q);} if(t>b){b=t;ba=lane+32*k;} }
      warp_best(b,ba); cand[i]=ba; for(int k=0;k<PER;k++) if(lane+32*k==ba){ pv=v[k]; v[k]=-2e9f; } pv=__shfl_sync(FULL,pv,ba&31); sums[i]=liking*worlds*pv; }
  } else {
    if(kind==0){ n=2; float t[8]; for(int g=0;g<8;g++)t[g]=0; for(int k=0;k<worlds;k++){ hide_guess(s,w,r); int a=s.phase==AG?best_card(w):best_pair(w); t[a]+=1; } int b=0; for(int g=1;g<7;g++) if(t[g]>t[b]) b=g; return b; }
    if(s.phase==AG){ for(int g=0;g<7;g++) if(s.offer[0][g]>0){ cand[m]=g; sums[m++]=0; } } else { cand[0]=0;cand[1]=1;sums[0]=sums[1]=0;m=2; }
    n=m;
  }
  for(int k=0;k<worlds;k++){ imagine(s,w,r,M,lane); for(int i=0;i<m;i++){ x=w; act(x,cand[i]); float p=foreseen(x,M.net,M.sh,lane); sums[i]+=s.seat==0?p:1-p; } }
  int b=0; float most=-1e9f; for(int i=0;i<m;i++){ float t=sums[i]/worlds+(noise>0?noise*gumbel(r):0); if(t>most){most=t;b=i;} }
  return cand[b]; }
__device__ int random_act(const S&s,u64&r,int lane){
  if(s.phase==AC) return below(r,2); if(s.phase==AG) return card_at(s.offer[0],below(r,3));
  int un=0; for(int m=0;m<4;m++) un+=1-s.used[s.seat][m]; int at=below(r,un),m=0; while(s.used[s.seat][m]||at>0){ at-=1-s.used[s.seat][m]; m++; }
  u64 mix=(u64)nw(r)*0x9E3779B97F4A7C15ull; float b=-1;int ba=1<<20;
  for(int i=0;i<PER;i++){ int a=lane+32*i; if(a<NA&&marker_of(a)==m&&is_legal(s,a)){ u64 q=(mix^(a+1)*0xD1B54A32D192ED03ull)|1; nw(q);nw(q); float t=unit(q); if(t>b){b=t;ba=a;} } } warp_best(b,ba); return ba; }
__device__ void start(S&s,u64&r,int kind){ s.limit=kind==0?99:3; s.gfirst=kind==1; s.winner=-1; s.foe=-1; s.round=0; for(int g=0;g<7;g++) s.favour[g]=-1; begin_round(s,below(r,2)); }
__device__ void load(float*sh,const float*net){ if(!net) return; for(int i=threadIdx.x;i<2048;i+=blockDim.x) sh[i]=net[(R_ROWS+2+((i>>5)>>1))*64+((i>>5)&1)*32+(i&31)]; for(int i=threadIdx.x;i<32;i+=blockDim.x) sh[2048+i]=net[(R_ROWS+34)*64+i]; }
// mode 0: positions with labels; mode 1: true and guessed worlds at decisions
__global__ void gather(int mode,int kind,const float*net,const float*bel,int exploit,u64 seed,int quota,int ideas,int worlds,float liking,float sooner,short*found,float*labels,int*made){
  __shared__ float sh[2080],bsh[2080]; load(sh,net); load(bsh,bel); __syncthreads(); Minds M={net,sh,bel,bsh};
  int lane=threadIdx.x&31; long warp=(long)blockIdx.x*(blockDim.x>>5)+(threadIdx.x>>5);
  u64 r=(seed+warp*2+1)*0x9E3779B97F4A7C15ull; r^=r>>31; r*=0xD1B54A32D192ED03ull; r|=1; for(int i=0;i<8;i++) nw(r);
  S s,w,x; float th[32]; i8 ow[32]; int n=0; short*F=found+warp*quota*32; float*L=labels+warp*quota;
  while(true){ start(s,r,below(r,10)); if(exploit) s.foe=below(r,2);
    while(s.phase!=FIN){ if(n+40>quota){ if(lane==0) made[warp]=n; return; }
      int num=s.round,first=n,dec=0,turn=mode==0?below(r,13)-1:-1; float noise=(kind==0?0.3f:0.06f)*unit(r);
      while(s.phase!=FIN&&s.round==num){
        if(s.phase==DRAW){ deal(s,r); continue; }
        int cnt=2,a;
        if(mode==0&&dec==turn&&below(r,4)>0) a=random_act(s,r,lane);
        else { float nz=mode==1?noise*0.5f:(dec<=turn?noise:0); int k2=s.foe==s.seat?0:kind; a=pick(s,w,x,r,lane,k2,s.foe==s.seat?0:nz,liking,ideas,s.foe==s.seat?16:(kind==0?1:worlds),M,cnt); }
        if(mode==1&&dec>0&&cnt>1){ F[n*32+lane]=(short)my_row(s,lane); if(lane==0)L[n]=1; n++; hide_guess(s,w,r); F[n*32+lane]=(short)my_row(w,lane); if(lane==0)L[n]=0; n++; }
        if(mode==0&&cnt>1&&dec>turn&&s.phase==CHOOSE&&below(r,8)==0){ F[n*32+lane]=(short)my_row(s,lane); ow[n-first]=s.seat; th[n-first]=kind?foreseen(s,net,sh,lane):0; n++; }
        act(s,a); dec++;
        if(mode==0&&dec>turn&&s.phase!=FIN&&s.round==num){ F[n*32+lane]=(short)my_row(s,lane); ow[n-first]=s.seat; th[n-first]=kind?foreseen(s,net,sh,lane):0; n++; }
      }
      if(mode==0){ float y=end_worth(s); for(int i=n-1;i>=first;i--){ if(lane==0) L[i]=ow[i-first]==0?y:1-y; if(kind) y+=sooner*(th[i-first]-y); } }
    } } }
// matches: player A (kindA, netA) against B
__global__ void meet(int exploit,const float*bA,const float*bB,int kA,const float*nA,int wA,int iA,float lA,int kB,const float*nB,int wB,int iB,float lB,u64 seed,int matches,float*score){
  __shared__ float sa[2080],sb[2080],ba[2080],bb[2080]; load(sa,nA); load(sb,nB); load(ba,bA); load(bb,bB); __syncthreads(); Minds MA={nA,sa,bA,ba},MB={nB,sb,bB,bb};
  int lane=threadIdx.x&31; long warp=(long)blockIdx.x*(blockDim.x>>5)+(threadIdx.x>>5);
  u64 r=(seed+warp*2+1)*0x9E3779B97F4A7C15ull; r^=r>>31; r*=0xD1B54A32D192ED03ull; r|=1; for(int i=0;i<8;i++) nw(r);
  S s,w,x; float sum=0;
  for(int k=0;k<matches;k++){ start(s,r,5); int A=k&1; if(exploit) s.foe=1-A;
    while(s.phase!=FIN){ if(s.phase==DRAW){ deal(s,r); continue; } int n; bool isA=s.seat==A;
      int a=isA?pick(s,w,x,r,lane,kA,0,lA,iA,wA,MA,n):pick(s,w,x,r,lane,kB,0,lB,iB,wB,MB,n); act(s,a); }
    sum+=s.winner<0?0.5f:(s.winner==A?1:0); }
  if(lane==0) score[warp]=sum/matches; }
extern "C" void run_gather(int blocks,int mode,int kind,const float*net,const float*bel,int exploit,u64 seed,int quota,int ideas,int worlds,float liking,float sooner,short*found,float*labels,int*made){
  cudaDeviceSetLimit(cudaLimitStackSize,8192); gather<<<blocks,128>>>(mode,kind,net,bel,exploit,seed,quota,ideas,worlds,liking,sooner,found,labels,made); cudaError_t e=cudaDeviceSynchronize(); if(e) printf("%s\n",cudaGetErrorString(e)); }
extern "C" void run_meet(int blocks,int exploit,const float*bA,const float*bB,int kA,const float*nA,int wA,int iA,float lA,int kB,const float*nB,int wB,int iB,float lB,u64 seed,int matches,float*score){
  meet<<<blocks,128>>>(exploit,bA,bB,kA,nA,wA,iA,lA,kB,nB,wB,iB,lB,seed,matches,score); cudaError_t e=cudaDeviceSynchronize(); if(e) printf("%s\n",cudaGetErrorString(e)); }
