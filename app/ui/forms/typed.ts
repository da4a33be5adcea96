/** The words in a form's fields by name; a tick box or a choice has its value in the name. */
export type Words = Map<string, string>

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const NOT_TYPED = ['hidden', 'submit', 'button', 'reset', 'image']

/** The fields that a person fills in. Browsers fill in the current password by themselves. */
function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (element): element is Field =>
      (element instanceof HTMLInputElement ||
        element instanceof HTMLTextAreaElement ||
        element instanceof HTMLSelectElement) &&
      element.name !== '' &&
      !NOT_TYPED.includes(element.type) &&
      element.autocomplete !== 'current-password',
  )
}

const isTick = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio'
const nameOf = (field: Field) => (isTick(field) ? `${field.name}=${field.value}` : field.name)

function typedInto(field: Field): string {
  if (isTick(field)) return String(field.checked)
  if (field instanceof HTMLInputElement && field.files) return [...field.files].map(({ name }) => name).join()
  return field.value
}

function renderedInto(field: Field): string {
  if (isTick(field)) return String(field.defaultChecked)
  if (!(field instanceof HTMLSelectElement)) return field.type === 'file' ? '' : field.defaultValue
  const options = [...field.options]
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? ''
}

/** What stands in the form now, files by their names. */
export function typedWords(form: HTMLFormElement): Words {
  return new Map(fieldsOf(form).map((field) => [nameOf(field), typedInto(field)]))
}

/** What the form was rendered with, whatever was typed since. */
export function renderedWords(form: HTMLFormElement): Words {
  return new Map(fieldsOf(form).map((field) => [nameOf(field), renderedInto(field)]))
}
