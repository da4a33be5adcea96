/** A form's values by field name; for tick boxes and radio buttons the key includes the value. */
export type FormValues = Map<string, string>

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const UNTYPED_INPUTS = ['hidden', 'submit', 'button', 'reset', 'image']

/** Lists the fields that people fill in. Browsers fill in the current password themselves. */
function listFields(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (element): element is Field =>
      (element instanceof HTMLInputElement ||
        element instanceof HTMLTextAreaElement ||
        element instanceof HTMLSelectElement) &&
      element.name !== '' &&
      !UNTYPED_INPUTS.includes(element.type) &&
      element.autocomplete !== 'current-password',
  )
}

const isTickable = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio'
const getFieldKey = (field: Field) => (isTickable(field) ? `${field.name}=${field.value}` : field.name)

function getValue(field: Field): string {
  if (isTickable(field)) return String(field.checked)
  if (field instanceof HTMLInputElement && field.files) return [...field.files].map(({ name }) => name).join()
  return field.value
}

function getInitialValue(field: Field): string {
  if (isTickable(field)) return String(field.defaultChecked)
  if (!(field instanceof HTMLSelectElement)) return field.type === 'file' ? '' : field.defaultValue
  const options = [...field.options]
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? ''
}

/** Reads the current values; files by their names. */
export function readFormValues(form: HTMLFormElement): FormValues {
  return new Map(listFields(form).map((field) => [getFieldKey(field), getValue(field)]))
}

/** Reads the values that the form was rendered with. */
export function readInitialValues(form: HTMLFormElement): FormValues {
  return new Map(listFields(form).map((field) => [getFieldKey(field), getInitialValue(field)]))
}
