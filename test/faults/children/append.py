"""Appends messages as the reference store does: append.py <store> <session> <label> <count>.

One second of busy timeout, BEGIN IMMEDIATE, up to 15 attempts with 20 to 150 ms between them, and a
passive checkpoint after every 50 writes. Prints a line for each append, `<number> <message id>`.
"""
import random
import sqlite3
import sys
import time

path, session, label, count = sys.argv[1:5]
db = sqlite3.connect(path, timeout=1.0, isolation_level=None)
db.execute("PRAGMA foreign_keys=ON")


def append(number):
    db.execute("BEGIN IMMEDIATE")
    try:
        row = db.execute(
            "INSERT INTO messages (session_id, role, content, tool_calls, timestamp)"
            " VALUES (?, 'user', ?, ?, ?)",
            (session, f"{label} {number}", f'[{{"id": "call_{number}"}}]', time.time()),
        )
        db.execute(
            "UPDATE sessions SET message_count = message_count + 1,"
            " tool_call_count = tool_call_count + 1 WHERE id = ?",
            (session,),
        )
        db.execute("COMMIT")
        return row.lastrowid
    except BaseException:
        db.execute("ROLLBACK")
        raise


def append_patiently(number):
    for attempt in range(15):
        try:
            return append(number)
        except sqlite3.OperationalError as error:
            text = str(error).lower()
            if attempt == 14 or ("locked" not in text and "busy" not in text):
                raise
            time.sleep(random.uniform(0.020, 0.150))


print("ready", flush=True)
for number in range(int(count)):
    print(number, append_patiently(number), flush=True)
    if (number + 1) % 50 == 0:
        db.execute("PRAGMA wal_checkpoint(PASSIVE)")
db.close()
