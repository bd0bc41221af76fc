"""Dies in the middle of a write, in a rollback journal: die-in-a-transaction.py <store>.

The cache is small, so that half of the transaction stands in the file already.
"""
import os
import signal
import sqlite3
import sys

db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA journal_mode = DELETE")
db.execute("PRAGMA cache_size = 5")
db.execute("BEGIN IMMEDIATE")
for number in range(300):
    db.execute(
        "INSERT INTO messages (session_id, role, content, timestamp)"
        " SELECT id, 'user', ?, 1780000000 FROM sessions LIMIT 1",
        (f"unfinished {number} " * 200,),
    )
os.kill(os.getpid(), signal.SIGKILL)
