# ruff: noqa
"""Learns the networks of games/hanamikoji/foresight.py, on a machine with CUDA, PyTorch and nvcc; ten minutes in all.

    python3 tables.py && nvcc -O3 -arch=sm_90 -shared -Xcompiler -fPIC -o play.so play.cu
    python3 train.py make        five generations of players, then their beliefs: outcome.npy and belief.npy
    python3 train.py ask         what the belief is worth, further generations, a best answer to greedy, a wider network

Needed by nothing else in the house. Players in play.cu look one action ahead in guessed worlds; until a random moment
of a round they play freely, then one action is made at random, from there on they play their best: only those
positions are learned from, towards the worth of the round's end.
"""
import ctypes, torch, numpy as np, math, time, os, sys
from itertools import product
here=os.path.dirname(os.path.abspath(__file__)); OUT=os.environ.get("OUT",here)
lib=ctypes.CDLL(os.path.join(here,"play.so"))
P=ctypes.c_void_p; I=ctypes.c_int; U=ctypes.c_ulonglong; Fl=ctypes.c_float
lib.run_gather.argtypes=[I,I,I,P,P,I,U,I,I,I,Fl,Fl,P,P,P]; lib.run_meet.argtypes=[I,I,P,P,I,P,I,I,Fl,I,P,I,I,Fl,U,I,P]
ROWS,W,N=931,64,32
moved=torch.from_numpy(np.load(os.path.join(here,"moved.npy")).astype(np.int64)).cuda()
moved=torch.cat([moved,torch.full((len(moved),1),ROWS,device="cuda")],1)
class Net(torch.nn.Module):
    def __init__(s,W=W,N=N):
        super().__init__(); s.e=torch.nn.Parameter(torch.randn(ROWS+1,W)*0.1); s.b1=torch.nn.Parameter(torch.zeros(W))
        s.l2=torch.nn.Linear(W,N); s.l3=torch.nn.Linear(N,1)
        with torch.no_grad(): s.e[ROWS]=0; s.l2.weight.normal_(0,math.sqrt(2/W)); s.l2.bias.zero_(); s.l3.bias.zero_()
    def forward(s,rows):
        x=torch.nn.functional.embedding_bag(rows,s.e,mode="sum",padding_idx=ROWS)+s.b1
        return s.l3(torch.relu(s.l2(torch.relu(x))))[:,0]
    def table(s):
        t=np.zeros((966,64),np.float32); f=lambda x:x.detach().cpu().numpy()
        t[:ROWS]=f(s.e)[:ROWS]; t[ROWS]=f(s.b1); t[ROWS+1,:N]=f(s.l2.bias); t[ROWS+1,N]=f(s.l3.bias)[0]
        w2=f(s.l2.weight).T  # [64,32]
        t[ROWS+2:ROWS+34]=w2.reshape(32,64); t[ROWS+34,:N]=f(s.l3.weight)[0]; return t
def gather(table,mode,kind,seed,warps=8192,quota=4096,ideas=16,worlds=6,liking=0.06,sooner=0.3,bel=None,exploit=0):
    t=time.time(); found=torch.empty((warps,quota,32),dtype=torch.int16,device="cuda"); lab=torch.empty((warps,quota),device="cuda"); made=torch.zeros(warps,dtype=torch.int32,device="cuda")
    net=torch.from_numpy(table).cuda().contiguous()
    bt=None if bel is None else torch.from_numpy(bel).cuda().contiguous()
    lib.run_gather(warps//4,mode,kind,net.data_ptr(),None if bt is None else bt.data_ptr(),exploit,seed,quota,ideas,worlds,liking,sooner,found.data_ptr(),lab.data_ptr(),made.data_ptr())
    ok=torch.arange(quota,device="cuda")[None]<made[:,None]
    f=found[:,:,:27][ok]; l=lab[ok]; print(f"{len(l)/1e6:.1f}M positions in {time.time()-t:.1f}s label mean {l.mean().item():.4f}",flush=True); return f,l
def train(data,net,epochs,lr,bs=16384):
    f,l=data; t=time.time(); n=len(l); kept=n//100; opt=torch.optim.Adam(net.parameters(),lr=lr); steps=epochs*((n-kept)//bs); k=0
    lossf=torch.nn.functional.binary_cross_entropy_with_logits
    for ep in range(epochs):
        order=kept+torch.randperm(n-kept,device="cuda"); tot=torch.zeros((),device="cuda")
        for b in range((n-kept)//bs):
            for g in opt.param_groups: g["lr"]=lr*(0.5*(1+math.cos(math.pi*k/steps))+0.003)
            at=order[b*bs:(b+1)*bs]; rows=f[at].long(); rows[rows<0]=ROWS
            way=moved[torch.randint(len(moved),(1,)).item()] if False else moved[torch.randint(len(moved),(bs,1),device="cuda"),rows]
            loss=lossf(net(way),l[at]); opt.zero_grad(set_to_none=True); loss.backward(); net.e.grad[ROWS]=0; opt.step(); k+=1; tot+=loss.detach()
        with torch.no_grad():
            rows=f[:kept].long(); rows[rows<0]=ROWS; z=torch.cat([net(r) for r in rows.split(65536)]); test=lossf(z,l[:kept]).item(); mse=((torch.sigmoid(z)-l[:kept])**2).mean().item()
        print(f"  epoch {ep+1} train {tot.item()/((n-kept)//bs):.5f} unseen {test:.5f} mse {mse:.5f} {time.time()-t:.0f}s",flush=True)
def meet(a,b,seed=1,warps=4096,matches=8,exploit=0):
    (kA,tA,wA,iA,lA,bA),(kB,tB,wB,iB,lB,bB)=a,b; na,nb,ba,bb=[None if t is None else torch.from_numpy(t).cuda().contiguous() for t in (tA,tB,bA,bB)]; sc=torch.zeros(warps,device="cuda")
    q=lambda t: None if t is None else t.data_ptr()
    lib.run_meet(warps//4,exploit,q(ba),q(bb),kA,q(na),wA,iA,lA,kB,q(nb),wB,iB,lB,seed,matches,sc.data_ptr()); return 100*sc.mean().item()
zero=np.zeros((966,64),np.float32)
GREEDY=(0,zero,16,0,0.0,None)
def make():
    """Five generations, the first of players who look at each geisha by herself; then what their worlds look like."""
    torch.manual_seed(1); torch.backends.cuda.matmul.allow_tf32=True; tab=zero
    for g,(kind,liking,worlds) in enumerate([(0,0,1),(1,0.06,6),(1,0.04,6),(1,0.02,8),(1,0.01,8)]):
        data=gather(tab,0,kind,1000*g+7,liking=liking,worlds=worlds,sooner=0.0 if g<2 else 0.3)
        net=Net().cuda() if g<2 else net
        train(data,net,5 if g<2 else 4,0.003 if g<2 else 0.0015); prev,tab=tab,net.table(); del data
        print(f"generation {g}: vs greedy-like {meet((1,tab,16,16,0.0,None),GREEDY):.2f} %, vs before {meet((1,tab,16,16,0.0,None),(1,prev,16,16,0.0,None)):.2f} %",flush=True)
    data=gather(tab,1,1,99,liking=0.01,worlds=8); bel=Net().cuda(); train(data,bel,4,0.003)
    np.save(f"{OUT}/outcome.npy",tab.astype(np.float16)); np.save(f"{OUT}/belief.npy",bel.table().astype(np.float16))
def ask():
    """Figures for docs/bots.md."""
    home=os.path.join(here,"../../src/ochaya/games/hanamikoji")
    V,B=[np.load(os.path.join(home,n+".npy")).astype(np.float32) for n in ("outcome","belief")]
    T0=time.time(); torch.manual_seed(2)
    say=lambda *x: print(*x,f"[{time.time()-T0:.0f}s]",flush=True)
    say("now vs greedy: no belief",meet((1,V,16,16,0.0,None),GREEDY),"belief",meet((1,V,16,16,0.0,B),GREEDY),"64 worlds 16 ideas belief",meet((1,V,64,16,0.0,B),GREEDY,matches=2))
    say("belief against none",meet((1,V,16,16,0.0,B),(1,V,16,16,0.0,None)))
    # a better pair: players who believe
    v,bel=V,B
    for g in range(2):
        data=gather(v,0,1,5000+g,liking=0.0,worlds=8,sooner=0.3,bel=bel)
        net=Net().cuda(); train(data,net,5,0.003); v2=net.table(); del data
        say("learned with belief, against before",meet((1,v2,16,16,0.0,bel),(1,v,16,16,0.0,bel)),"vs greedy",meet((1,v2,16,16,0.0,bel),GREEDY)); v=v2
        data=gather(v,1,1,5100+g,liking=0.0,worlds=8,bel=bel); bn=Net().cuda(); train(data,bn,4,0.003); b2=bn.table(); del data
        say("new belief, against before",meet((1,v,16,16,0.0,b2),(1,v,16,16,0.0,bel)),"vs greedy",meet((1,v,16,16,0.0,b2),GREEDY)); bel=b2
        np.save(f"{OUT}/v{g}.npy",v); np.save(f"{OUT}/b{g}.npy",bel)
    # how far could anybody get against greedy? learn against it alone
    e,eb=v,bel
    for g in range(2):
        data=gather(e,0,1,6000+g,liking=0.0,worlds=8,sooner=0.0,bel=eb,exploit=1); net=Net().cuda(); train(data,net,4,0.003); e=net.table(); del data
        data=gather(e,1,1,6100+g,liking=0.0,worlds=8,bel=eb,exploit=1); bn=Net().cuda(); train(data,bn,3,0.003); eb=bn.table(); del data
        say("learned against greedy alone, vs greedy",meet((1,e,16,16,0.0,eb),GREEDY,exploit=1))
    np.save(f"{OUT}/exploit.npy",np.stack([e,eb]))
    # would a wider network see more?
    data=gather(v,0,1,7000,liking=0.0,worlds=8,sooner=0.0,bel=bel)
    for W2,N2 in ((64,32),(256,64)):
        torch.manual_seed(3); net=Net(W2,N2).cuda(); say("wide",W2); train(data,net,4,0.003)
if __name__=="__main__": {"make":make,"ask":ask}[sys.argv[1]]()
