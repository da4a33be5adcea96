/** How long nobody has used the server: work that can wait does until then. */
export class QuietTime {
  #uses = 0
  #lastEnd = Number.NEGATIVE_INFINITY

  /** Begins a use, such as a request or an operator's command. Returns the function that ends it. */
  begin(): () => void {
    this.#uses += 1
    return () => {
      this.#uses -= 1
      this.#lastEnd = performance.now()
    }
  }

  /** The milliseconds since the last use; 0 during one. */
  measure(): number {
    return this.#uses > 0 ? 0 : performance.now() - this.#lastEnd
  }
}
