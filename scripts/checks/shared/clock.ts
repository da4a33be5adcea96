const PRELOAD = new URL('../faults/clock-ahead.mjs', import.meta.url)

/** The environment of a Node process whose clock is `ahead` ms ahead. */
export const createClockSettings = (ahead: number) => ({
  NODE_OPTIONS: `--import=${PRELOAD}`,
  CLOCK_AHEAD: String(ahead),
})
