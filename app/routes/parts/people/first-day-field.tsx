import type { ComponentProps } from 'react'
import { DateField } from '~/ui/forms/date-field'

/** Asks for the first day of the students whom a form adds. */
export function FirstDayField({ field }: Pick<ComponentProps<typeof DateField>, 'field'>) {
  return <DateField field={field} label="First day" hint="Only for students. The register counts from this day on." />
}
