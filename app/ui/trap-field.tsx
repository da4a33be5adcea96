/** A field that people neither see nor reach and no browser fills in; what is written there is a machine's. */
export function TrapField() {
  return (
    <div className="hidden" aria-hidden="true">
      <label htmlFor="reference_line_b">Leave this empty</label>
      <input id="reference_line_b" name="reference_line_b" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  )
}
