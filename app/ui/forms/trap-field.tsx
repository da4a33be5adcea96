import { hiddenFields } from '~/domain/enquiries/form-fields'

/**
 * A honeypot: a field that people neither see nor reach and no browser fills in. Label and field are hidden together, by the style
 * sheet and where that never arrives; browsers that know neither, such as w3m, show both, so the words tell what to do.
 */
export function TrapField() {
  const name = hiddenFields.trap
  return (
    <div hidden>
      <label htmlFor={name}>Leave this empty. It catches machines that send spam:</label>{' '}
      <input id={name} name={name} type="text" tabIndex={-1} autoComplete="off" />
    </div>
  )
}
