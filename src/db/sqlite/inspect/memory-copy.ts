import { openImage, type Connection } from '../driver.js';

/** Where the header of a database file says how it is read and written. */
const READ_VERSION = 18;
const WRITE_VERSION = 19;
const ROLLBACK_JOURNAL = 1;

/**
 * A copy of a whole store in memory, for commands that write: nothing of it ever reaches a disk. A
 * copy cannot have a write-ahead log, so its header is made to say that it has none.
 */
export function copyIntoMemory(connection: Connection): Connection {
  const image = connection.serialize();
  image[READ_VERSION] = ROLLBACK_JOURNAL;
  image[WRITE_VERSION] = ROLLBACK_JOURNAL;
  return openImage(image);
}
