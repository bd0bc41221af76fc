/**
 * JavaScript holds no text above 512 MiB, and a cell that is touched is read whole, whatever little
 * of it is wanted. A larger cell is left alone: its size is known without.
 */
export const MAX_CELL_BYTES = 64 * 1024 * 1024;

/** A cell in SQL, or NULL where it has more bytes; then nothing of it is read. */
export function cellUpTo(cell: string, bytes: number = MAX_CELL_BYTES): string {
  return `CASE WHEN octet_length(${cell}) > ${bytes} THEN NULL ELSE ${cell} END`;
}

/**
 * The first bytes of a cell of text in SQL: as it is where it has no more, else a BLOB that may end
 * inside a character. NULL where the cell is too large to be touched.
 */
export function cellStart(cell: string, bytes: number): string {
  return `CASE WHEN octet_length(${cell}) > ${MAX_CELL_BYTES} THEN NULL
    WHEN octet_length(${cell}) > ${bytes} THEN substr(CAST(${cell} AS BLOB), 1, ${bytes})
    ELSE ${cell} END`;
}
