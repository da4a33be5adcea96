// Loaded before a server (node --import): its clock is CLOCK_AHEAD milliseconds ahead, for time that passes between two starts.
const ahead = Number(process.env.CLOCK_AHEAD)
const Real = globalThis.Date

class Ahead extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + ahead)
    else super(...given)
  }

  static now() {
    return Real.now() + ahead
  }
}
globalThis.Date = Ahead
