import { hiddenFields } from '~/domain/enquiries/form-fields'

/** A honeypot: a field that people neither see nor reach and no browser fills in. */
export function TrapField() {
  const name = hiddenFields.trap
  return (
    <div className="hidden" aria-hidden="true">
      <label htmlFor={name}>Leave this empty</label>
      <input id={name} name={name} type="text" tabIndex={-1} autoComplete="off" />
    </div>
  )
}
