/** Reads the present time, in Unix epoch seconds with fractions. Injected, so that tests are exact. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now() / 1000;

/** The years 1 to 9999: what ISO 8601 can name. Other numbers in a time column are garbage. */
export const EARLIEST_TIME = -62_135_596_800;
export const LATEST_TIME = 253_402_300_799;
