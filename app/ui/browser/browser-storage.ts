/** Returns the result of `use`; undefined if the browser's storage is disabled or full. */
export function tryStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
