/*
 * One session of Twinbus: two regions, PER workers in each (every one an instance of its own), one
 * stream of N messages, one record in the ledger. README.md beside this file says how to read it,
 * what is checked, and what is left out.
 *
 * Two habits keep it small. A step of the real program that polls ("look once a second") is a guard
 * on the state that it looks at, so that waiting costs no states. And a version is a bit, not a
 * number: fresh[w] says whether the version that worker w would write over is still the record's.
 */

#ifndef N
#define N 2
#endif
#ifndef PER
#define PER 1
#endif
#ifndef FAULTS
#define FAULTS 2
#endif
#ifndef OPERATOR
#define OPERATOR 0
#endif

#define W (2 * PER)
#define NOBODY 255

/* With TRACE, one record lives as the code has written it: many claims, and long streams. */
#ifdef TRACE
#define NUMBER int
#define MOST_CLAIMS 1000000
#else
#define NUMBER byte
#define MOST_CLAIMS 24
#endif

#define region(w) ((w) / PER)
#define copy(s) (1 << (s))
#define ALL ((1 << (N + 1)) - 2)

/* With HOLE, 2 was reported as failed to its producer: 3 says "prev = 1" and passes over it. */
#ifdef HOLE
#define prev(s) ((s) == 3 -> 1 : (s) - 1)
#else
#define prev(s) ((s) - 1)
#endif

mtype = { FREE, WORKING, BLOCKED };
mtype = { OUT, HELD, CLAIMED, RUNNING, WRITING, REMAINS, DOWN };
mtype = { NOTHING, CLAIM, COMMIT, CLOSE, RENEW, RELEASE };

/* The session's record in the ledger. */
mtype status = FREE;
NUMBER owner = NOBODY;
NUMBER ownerClaim;
NUMBER token;
NUMBER cursor;
byte holes;
byte skipped;

/* The brokers: what will become visible, what is there, who has the session's lock. */
byte due[2];
byte here[2];
byte lock[2] = NOBODY;
bit up[2] = 1;

/* The outside system: it keeps the newest token it has seen and refuses older ones. */
byte newest;
byte applied;
byte effects;

/* By message: the highest token that a call for it carried. */
byte started[N + 1];

/* The workers. */
mtype pc[W] = OUT;
bit lease[W] = 1;
bit brokerLost[W];
bit dying[W];
byte claim[W] = 1;
byte born[W] = 1;
byte myToken[W];
byte myCursor[W];
bit myBlock[W];
byte inHand[W];
bit fresh[W];

/*
 * A worker's open write. It is on its way; a second copy of it may be, too (the first try timed out
 * and is late); and it may have landed with its reply lost, as the record's latest write.
 */
mtype kind[W] = NOTHING;
byte argument[W];
byte writeClaim[W];
bit late[W];
bit latest[W];

/* What a process that is gone has left on its way: one write over a fresh version, one effect. */
bit ghostWrite;
mtype ghostKind = NOTHING;
byte ghostWriter, ghostArgument, ghostClaim;
bit ghostCall;
byte ghostSeq, ghostToken;

byte faults = FAULTS;
byte operatorWrites = OPERATOR;

/* --------------------------------------------------------------------------------- conditions */

#define isDead(w, id) (!lease[w] || (id) < born[w])
#define mine(w) (owner == (w) && ownerClaim == claim[w])
#define inQueue(w, s) ((here[region(w)] & copy(s)) != 0)

/* The first copy above the cursor decides: it is next, or there is a gap. */
#define first(w, c) ((1 > (c) && inQueue(w, 1)) -> 1 : ((2 > (c) && inQueue(w, 2)) -> 2 : \
                     ((N >= 3 && 3 > (c) && inQueue(w, 3)) -> 3 : 0)))
#define runnable(w, c) (first(w, c) != 0 && prev(first(w, c)) <= (c))
#define covered(w, c) ((here[region(w)] & (copy((c) + 1) - 2)) != 0)

#ifdef BUG_CLAIM_FOR_A_GAP
#define wantsClaim(w) (first(w, cursor) != 0)
#else
#define wantsClaim(w) runnable(w, cursor)
#endif

#ifdef BUG_NO_TAKEOVER
#define isAbandoned(w) false
#elif defined(BUG_NO_RECLAIM)
#define isAbandoned(w) (owner == NOBODY || isDead(owner, ownerClaim))
#else
#define isAbandoned(w) (owner == NOBODY || isDead(owner, ownerClaim) || (owner == (w) && ownerClaim >= born[w]))
#endif
#define claimable(w) (status == FREE || (status == WORKING && isAbandoned(w)))

/* ----------------------------------------------------------------- the ledger: compare and set */

/* A write has landed: whatever else is on its way over the version before can land no more. */
inline newVersion() {
#ifndef BUG_NO_IF_MATCH
  ghostWrite = 0; ghostKind = NOTHING; ghostWriter = 0; ghostArgument = 0; ghostClaim = 0;
#endif
  fresh[0] = 0; latest[0] = 0; fresh[1] = 0; latest[1] = 0;
#ifndef BUG_NO_IF_MATCH
  late[0] = 0; late[1] = 0;
#endif
#if PER > 1
  fresh[2] = 0; latest[2] = 0; fresh[3] = 0; latest[3] = 0;
#ifndef BUG_NO_IF_MATCH
  late[2] = 0; late[3] = 0;
#endif
#endif
}

/* Fencing: no worker's write lands but under the claim on record, and no cursor moves back. */
inline land(what, me, value, id) {
  if
  :: what == CLAIM -> status = WORKING; owner = me; ownerClaim = id; token++
  :: what == RENEW -> owner = me; ownerClaim = id; token++
  :: what == COMMIT -> assert(owner == me && ownerClaim == id && value > cursor); cursor = value
  :: what == CLOSE ->
     assert(owner == me && ownerClaim == id && value - 1 > cursor);
     holes = holes | copy(value - 1);
     cursor = value - 1
  :: what == RELEASE ->
     owner = NOBODY;
     ownerClaim = 0;
     status = (status == WORKING -> FREE : status)
  fi;
  assert(token < MOST_CLAIMS);
  newVersion()
}

inline issue(me, what, id, value) {
  kind[me] = what;
  writeClaim[me] = id;
  argument[me] = value;
  pc[me] = WRITING
}

inline forgetWrite(me) {
  kind[me] = NOTHING;
  argument[me] = 0;
  writeClaim[me] = 0;
  late[me] = 0;
  latest[me] = 0
}

inline read(me) {
  fresh[me] = 1;
  myCursor[me] = cursor;
  myBlock[me] = (status == BLOCKED)
}

#ifdef TRACE
/* ------------------------------------------------------------------- what the code has written */

/*
 * Writes of the code, in the order in which they landed, each as the writes of this model that it
 * stands for, and the record as it read then. `me` and `id` are an instance and a claim; a claim is
 * `abandoned` when no worker serves it or the writer itself had it.
 */
c_decl {
  static FILE *trace;
  static long traceLine;
};
c_code {
  static void sayLine(void) {
    printf("trace.txt: read up to line %ld\n", traceLine);
  }
  static int nextNumber(void) {
    int number;
    if (trace == NULL) {
      trace = fopen("trace.txt", "r");
      if (trace == NULL) {
        fprintf(stderr, "There is no trace.txt here.\n");
        exit(2);
      }
      atexit(sayLine);
    }
    return fscanf(trace, "%d", &number) == 1 ? number : -1;
  }
};

#define BEGIN_RECORD 0
#define LAND_CLAIM 1
#define LAND_RENEW 2
#define LAND_COMMIT 3
#define LAND_CLOSE 4
#define LAND_RELEASE 5
#define OPERATOR_BLOCK 6
#define OPERATOR_UNBLOCK 7
#define OPERATOR_SKIP 8
#define READS_FREE 9
#define READS_WORKING 10
#define READS_BLOCKED 11

int line, step, me, id, value, abandoned;

init {
  do
  :: atomic {
       c_code {
         traceLine = ++now.line;
         now.step = nextNumber();
         now.me = nextNumber();
         now.id = nextNumber();
         now.value = nextNumber();
         now.abandoned = nextNumber();
       };
       if
       :: step < 0 -> break
       :: step == BEGIN_RECORD ->
          status = FREE; owner = NOBODY; ownerClaim = 0; token = 0; cursor = 0; holes = 0
       :: step == LAND_CLAIM ->
          assert(status == FREE || (status == WORKING && (owner == NOBODY || abandoned)));
          land(CLAIM, me, 0, id)
       :: step == LAND_RENEW -> assert(owner == me); land(RENEW, me, 0, id)
       :: step == LAND_COMMIT -> land(COMMIT, me, value, id)
       :: step == LAND_CLOSE -> land(CLOSE, me, value, id)
       :: step == LAND_RELEASE ->
          assert((owner == me && ownerClaim == id) || abandoned);
          land(RELEASE, me, 0, id)
       :: step == OPERATOR_BLOCK -> assert(status != BLOCKED); status = BLOCKED
       :: step == OPERATOR_UNBLOCK ->
          assert(status == BLOCKED);
          status = (owner == NOBODY -> FREE : WORKING)
       :: step == OPERATOR_SKIP -> assert((owner == NOBODY || status == BLOCKED) && value > cursor); cursor = value
       :: step >= READS_FREE -> /* the record as it reads: its owner, token and cursor */
          assert((step == READS_FREE) == (status == FREE) && (step == READS_BLOCKED) == (status == BLOCKED));
          assert(owner == me && ownerClaim == id);
          assert(token == value && cursor == abandoned)
       fi }
  od
}
#endif

/* ------------------------------------------------------------------------- the outside system */

inline effect(s, t) {
  if
  :: t < newest -> skip
  :: else ->
     newest = t;
     assert(s >= applied);
     applied = s;
     effects = effects | copy(s)
  fi
}

/* ------------------------------------------------------------------------ how a worker leaves */

inline unlock(me) {
  lock[region(me)] = (lock[region(me)] == me -> NOBODY : lock[region(me)])
}

inline forget(me) {
  myToken[me] = 0;
  myCursor[me] = 0;
  myBlock[me] = 0;
  inHand[me] = 0;
  fresh[me] = 0
}

inline leave(me) {
  unlock(me);
  brokerLost[me] = 0;
  dying[me] = 0;
  forget(me);
  pc[me] = OUT
}

/* A call that nobody waits for any more: its effect may still come, or never. */
inline abandonCall(me) {
  if
  :: pc[me] == RUNNING && !ghostCall -> ghostCall = 1; ghostSeq = inHand[me]; ghostToken = myToken[me]
  :: true
  fi
}

/* A write that nobody waits for any more: it may still land, or never. */
inline abandonWrite(me) {
  if
#ifdef BUG_NO_IF_MATCH
  :: kind[me] != NOTHING && !ghostWrite ->
#else
  :: kind[me] != NOTHING && fresh[me] && !ghostWrite ->
#endif
     ghostWrite = 1;
     ghostKind = kind[me];
     ghostWriter = me;
     ghostArgument = argument[me];
     ghostClaim = writeClaim[me]
  :: true
  fi;
  forgetWrite(me)
}

/* Past every id that a write of the old instance may carry: a renewal's is one ahead. */
inline nextInstance(me) {
  claim[me] = claim[me] + 2;
  born[me] = claim[me];
  lease[me] = 1
}

/* ------------------------------------------------------------------- what a worker concludes */

inline onStanding(me) {
  if
  :: kind[me] == CLAIM -> pc[me] = CLAIMED
  :: kind[me] == COMMIT ->
     myCursor[me] = (argument[me] > myCursor[me] -> argument[me] : myCursor[me]);
     inHand[me] = 0;
     pc[me] = CLAIMED
  :: kind[me] == CLOSE ->
     myCursor[me] = (argument[me] - 1 > myCursor[me] -> argument[me] - 1 : myCursor[me]);
     pc[me] = CLAIMED
  :: kind[me] == RENEW -> claim[me] = writeClaim[me]; myToken[me]++; inHand[me] = 0; pc[me] = CLAIMED
  :: kind[me] == RELEASE -> forget(me); pc[me] = HELD
  fi;
  forgetWrite(me);
  pc[me] = (dying[me] -> REMAINS : pc[me])
}

inline notMine(me) {
  if
  :: kind[me] == CLAIM || kind[me] == RELEASE ->
     claim[me] = (kind[me] == CLAIM && claim[me] > born[me] -> claim[me] - 1 : claim[me]);
     forgetWrite(me);
     forget(me);
     pc[me] = (dying[me] -> REMAINS : HELD)
  :: else -> /* fenced: commit nothing, settle nothing */
     forgetWrite(me); leave(me)
  fi
}

/* The write was refused, so it can land no more if it has not: a read tells. */
inline afterConflict(me) {
  if
#ifdef BUG_ONLY_WRITE_ID
  :: latest[me] || (kind[me] != CLAIM && owner == me && ownerClaim == writeClaim[me]) || (kind[me] == RENEW && mine(me)) ->
#else
  :: latest[me] || (owner == me && ownerClaim == writeClaim[me]) || (kind[me] == RENEW && mine(me)) ->
#endif
     if
     :: latest[me] || kind[me] == CLAIM || (kind[me] == COMMIT && cursor >= argument[me]) ||
        (kind[me] == CLOSE && cursor >= argument[me] - 1) ||
        (kind[me] == RENEW && ownerClaim == writeClaim[me]) ->
        read(me);
        onStanding(me)
     :: else -> /* somebody wrote beside: decide anew, on the record as read */
        read(me)
     fi
  :: else -> notMine(me)
  fi
}

/* ----------------------------------------------------------------------------------- a worker */

proctype Worker(byte w) {
  byte s;
end:
  do
  /* The session is accepted: the broker's lock in this region. */
  :: atomic { pc[w] == OUT && lease[w] && up[region(w)] && here[region(w)] != 0 && lock[region(w)] == NOBODY ->
       lock[region(w)] = w; pc[w] = HELD }

  /* Without a claim: settle what has ended, claim for a runnable message, else wait. */
  :: atomic { pc[w] == HELD && (brokerLost[w] || here[region(w)] == 0) -> leave(w) }
  :: atomic { pc[w] == HELD && !brokerLost[w] && covered(w, cursor) ->
       here[region(w)] = here[region(w)] & ~(copy(cursor + 1) - 2) }
  :: atomic { pc[w] == HELD && !brokerLost[w] && !covered(w, cursor) && wantsClaim(w) && claimable(w) ->
       read(w);
       claim[w]++;
       myToken[w] = token + 1;
       issue(w, CLAIM, claim[w], 0) }

  /* Under a claim: settle what has ended, close a hole, run what is next, else release. */
  :: atomic { pc[w] == CLAIMED && (brokerLost[w] || myBlock[w]) ->
#ifdef BUG_NO_RELEASE
       if
       :: brokerLost[w] -> leave(w)
       :: else -> issue(w, RELEASE, claim[w], 0)
       fi
#else
       issue(w, RELEASE, claim[w], 0)
#endif
     }
  :: atomic { pc[w] == CLAIMED && !brokerLost[w] && covered(w, myCursor[w]) ->
       assert(myCursor[w] <= cursor); /* settle after commit */
       here[region(w)] = here[region(w)] & ~(copy(myCursor[w] + 1) - 2) }
  :: atomic { pc[w] == CLAIMED && !brokerLost[w] && !myBlock[w] && !covered(w, myCursor[w]) && runnable(w, myCursor[w]) ->
       s = first(w, myCursor[w]);
       if
#ifndef BUG_HOLE_AFTER
       :: s - 1 > myCursor[w] -> issue(w, CLOSE, claim[w], s)
#endif
       :: else ->
          assert(prev(s) <= cursor); /* order: its predecessor has ended */
          assert(!mine(w) || myToken[w] > started[s]); /* once: every start under the claim on record has a higher token */
          started[s] = (myToken[w] > started[s] -> myToken[w] : started[s]);
          inHand[w] = s;
          pc[w] = RUNNING
       fi;
       s = 0 }
  :: atomic { pc[w] == CLAIMED && !brokerLost[w] && !myBlock[w] && !covered(w, myCursor[w]) && !runnable(w, myCursor[w]) ->
       issue(w, RELEASE, claim[w], 0) }

  /* The handler's call: it takes effect and returns; or is cancelled; or is past its deadline and not back. */
  :: atomic { pc[w] == RUNNING ->
       effect(inHand[w], myToken[w]);
#ifdef BUG_SETTLE_FIRST
       here[region(w)] = here[region(w)] & ~copy(inHand[w]);
#endif
       issue(w, COMMIT, claim[w], inHand[w]) }
  :: atomic { pc[w] == RUNNING && brokerLost[w] -> abandonCall(w); inHand[w] = 0; pc[w] = CLAIMED }
  :: atomic { pc[w] == RUNNING && !brokerLost[w] && faults > 0 ->
       faults--;
       abandonCall(w);
#ifdef BUG_RETRY_SAME_TOKEN
       started[inHand[w]] = 0; inHand[w] = 0; pc[w] = CLAIMED
#else
       issue(w, RENEW, claim[w] + 1, 0)
#endif
     }

  /* The open write lands and its reply comes; or its reply is lost, and it is issued again; or it is refused. */
#ifdef BUG_NO_IF_MATCH
  :: atomic { pc[w] == WRITING && !latest[w] ->
#else
  :: atomic { pc[w] == WRITING && fresh[w] ->
#endif
       land(kind[w], w, argument[w], writeClaim[w]);
       if
       :: fresh[w] = 1; onStanding(w)
       :: faults > 0 -> faults--; latest[w] = 1
       fi }
#ifdef BUG_NO_IF_MATCH
  :: atomic { pc[w] == WRITING && latest[w] -> afterConflict(w) }
#else
  :: atomic { pc[w] == WRITING && !fresh[w] -> afterConflict(w) }
#endif
  :: atomic { pc[w] == WRITING && fresh[w] && !late[w] && faults > 0 -> /* timed out before it landed */
       faults--;
#ifdef BUG_BARE_READ
       abandonWrite(w);
       forget(w);
       pc[w] = HELD
#else
       late[w] = 1
#endif
     }
  :: atomic { late[w] && fresh[w] -> land(kind[w], w, argument[w], writeClaim[w]); late[w] = 0; latest[w] = 1 }

  /* What a worker that died in a living process left: the instance releases it. */
  :: atomic { pc[w] == REMAINS ->
       if
       :: mine(w) -> read(w); issue(w, RELEASE, claim[w], 0)
       :: else -> claim[w]++; leave(w)
       fi }

  /* An instance whose lease has lapsed notices: it stops, writes nothing, and begins under a new id. */
  :: atomic { pc[w] != DOWN && !lease[w] ->
       abandonCall(w); abandonWrite(w); leave(w);
#ifdef BUG_SAME_INSTANCE
       claim[w] = claim[w] + 2; lease[w] = 1
#else
       nextInstance(w)
#endif
     }
  :: atomic { pc[w] == DOWN -> pc[w] = OUT; nextInstance(w) }
  od
}

/* --------------------------------------------------------------- faults, brokers, the operator */

inline strike(me) {
  if
  :: pc[me] != DOWN -> /* kill -9 */
     abandonCall(me); abandonWrite(me); leave(me); pc[me] = DOWN; lease[me] = 0
  :: pc[me] != DOWN && pc[me] != OUT && lease[me] -> /* paused, or cut off from the ledger */
     lease[me] = 0
  :: pc[me] != DOWN && pc[me] != OUT && lock[region(me)] == me -> /* the broker's lock is lost */
     unlock(me); brokerLost[me] = 1
  :: (pc[me] == CLAIMED || pc[me] == RUNNING || pc[me] == WRITING) && !dying[me] -> /* the worker dies, its process lives */
     abandonCall(me); unlock(me);
#ifdef BUG_NO_SUPERVISION
     abandonWrite(me); claim[me]++; leave(me)
#else
     brokerLost[me] = 1; dying[me] = 1; inHand[me] = 0;
     pc[me] = (pc[me] == WRITING -> WRITING : REMAINS)
#endif
  fi
}

proctype Chaos() {
end:
  do
  :: atomic { faults > 0 -> faults--; strike(0) }
  :: atomic { faults > 0 -> faults--; strike(1) }
#if PER > 1
  :: atomic { faults > 0 -> faults--; strike(2) }
  :: atomic { faults > 0 -> faults--; strike(3) }
#endif
#ifdef REGION_DIES
  :: atomic { faults > 0 && up[0] -> /* for good, and with all that only it had */
       faults--; up[0] = 0; due[0] = 0; here[0] = 0;
       if
       :: lock[0] != NOBODY -> brokerLost[lock[0]] = 1; lock[0] = NOBODY
       :: else
       fi }
#endif
  :: atomic { ghostCall -> 
       if
       :: effect(ghostSeq, ghostToken)
       :: true
       fi;
       ghostCall = 0; ghostSeq = 0; ghostToken = 0 }
  :: atomic { ghostWrite ->
       if
       :: land(ghostKind, ghostWriter, ghostArgument, ghostClaim)
       :: true
       fi;
       ghostWrite = 0; ghostKind = NOTHING; ghostWriter = 0; ghostArgument = 0; ghostClaim = 0 }
  od
}

inline activate(r, s) {
  due[r] = due[r] & ~copy(s);
  here[r] = here[r] | copy(s)
}

/* Copies become visible in any order. */
proctype Brokers() {
end:
  do
  :: atomic { (due[0] & copy(1)) -> activate(0, 1) }
  :: atomic { (due[0] & copy(2)) -> activate(0, 2) }
  :: atomic { (due[1] & copy(1)) -> activate(1, 1) }
  :: atomic { (due[1] & copy(2)) -> activate(1, 2) }
#if N > 2
  :: atomic { (due[0] & copy(3)) -> activate(0, 3) }
  :: atomic { (due[1] & copy(3)) -> activate(1, 3) }
#endif
  od
}

/* An operator writes by If-Match on what he has just read; he blocks, unblocks, or skips a message of a session that is held or that nobody works on. */
proctype Operator() {
end:
  do
  :: atomic { operatorWrites > 0 && status != BLOCKED && token > 0 ->
       operatorWrites--; status = BLOCKED; newVersion() }
  :: atomic { operatorWrites > 0 && (owner == NOBODY || status == BLOCKED) && cursor < N && token > 0 ->
       operatorWrites--; cursor++; skipped = skipped | copy(cursor); newVersion() }
  :: atomic { status == BLOCKED -> /* sooner or later */
       status = (owner == NOBODY -> FREE : WORKING); newVersion() }
  od
}

/* ------------------------------------------------------------------------------- what must be */

#ifndef TRACE
init {
  byte s = 1;
  atomic {
    due[0] = ALL;
    due[1] = ALL;
    /* Each message may be missing in one region; nothing is missing in the one that survives. */
    do
    :: s <= N ->
       if
       :: true
       :: due[0] = due[0] & ~copy(s)
#ifndef REGION_DIES
       :: due[1] = due[1] & ~copy(s)
#endif
       fi;
       s++
    :: else -> break
    od;
#ifdef HOLE
    due[0] = due[0] & ~copy(2); /* reported as failed, and yet one region may have it */
#endif
    s = 0;
    do
    :: s < W -> run Worker(s); s++
    :: else -> break
    od;
    s = 0;
    run Chaos();
    run Brokers();
    run Operator()
  }
  /* The end of every run: all is settled, all has ended, and nobody who lives is said to work. */
  timeout ->
    assert(here[0] == 0 && here[1] == 0 && due[0] == 0 && due[1] == 0);
#ifdef HOLE
    assert(cursor == N && (effects | skipped | holes | copy(2)) == ALL);
#else
    assert(cursor == N && (effects | skipped) == ALL);
#endif
    assert(status == FREE || (status == WORKING && isDead(owner, ownerClaim)))
}
#endif
