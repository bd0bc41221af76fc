"""Writes to a store as an old Hermes does, until its input ends: messages that it inserts, changes
and deletes all over the range of ids. Prints `ready`, and at the end what was acknowledged."""

import json
import random
import sqlite3
import sys
import threading
import time

SESSION = "20260517_090000_a1b2c3"
ATTEMPTS = 15

connection = sqlite3.connect(sys.argv[1], timeout=1.0, isolation_level=None)
stop = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), stop.set()), daemon=True).start()
random.seed(7)
inserted, updated, deleted, longest = {}, {}, [], 0.0


def write(statement, values):
    global longest
    started = time.monotonic()
    for attempt in range(ATTEMPTS):
        try:
            connection.execute("BEGIN IMMEDIATE")
            cursor = connection.execute(statement, values)
            connection.execute("COMMIT")
            longest = max(longest, time.monotonic() - started)
            return cursor
        except sqlite3.OperationalError as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if not any(word in str(error).lower() for word in ("locked", "busy")):
                raise
            if attempt == ATTEMPTS - 1:
                raise
            time.sleep(random.uniform(0.02, 0.15))


free = random.sample(range(20, 4000), 3900)
number = 0
while not stop.is_set():
    number += 1
    text = f"live text {number} 実況中継{number}"
    cursor = write(
        "INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, 'user', ?, ?)",
        (SESSION, text, time.time()),
    )
    inserted[cursor.lastrowid] = text
    changed, gone = free.pop(), free.pop()
    text = f"changed text {number} 変更済み{number}"
    write("UPDATE messages SET content = ? WHERE id = ?", (text, changed))
    updated[changed] = text
    write("DELETE FROM messages WHERE id = ?", (gone,))
    deleted.append(gone)
    connection.execute(
        "SELECT COUNT(*) FROM messages_fts WHERE messages_fts MATCH 'live'"
    ).fetchone()
    if number == 1:
        print("ready", flush=True)
    time.sleep(0.005)

print(json.dumps({"inserted": inserted, "updated": updated, "deleted": deleted, "longestWait": longest}))
