import fc from 'fast-check';

/**
 * Property tests draw new values in each run at a desk; the gate draws the same ones every time, so
 * that it fails for what a change did and for nothing else.
 */
if (process.env['CI'] !== undefined) fc.configureGlobal({ seed: 20_261_201 });
