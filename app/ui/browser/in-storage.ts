/** What `use` gives of the browser's storage; undefined where that is switched off or full. */
export function inStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
