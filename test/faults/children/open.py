"""Has a store open and does nothing: open.py <store>. Prints `open`."""
import sqlite3
import sys
import time

db = sqlite3.connect(sys.argv[1])
db.execute("SELECT COUNT(*) FROM sessions").fetchall()
print("open", flush=True)
time.sleep(60)
