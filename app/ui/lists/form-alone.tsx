import { useSearchParams } from '@remix-run/react'
import { ButtonLink } from '~/ui/button'
import { Icon, type IconName } from '~/ui/icon'

// On a desk a list has its form beside it. A phone shows one of the two, the form at `?add`: below the list it would be far away.

/** Whether an address asks for the form in place of its list. */
export const isFormAsked = (parameters: URLSearchParams) => parameters.has('add')

/** Whether a narrow page shows the form in place of its list. */
export function useFormAlone(): boolean {
  return isFormAsked(useSearchParams()[0])
}

/** The address of the form of the list at `path`. */
export const formAt = (path: string) => `${path}${path.includes('?') ? '&' : '?'}add`

interface ToFormProps {
  /** The path of the list. */
  of: string
  icon?: IconName
  className?: string
  children: string
}

/** On a narrow page the way from a list to its form, whose section is `#add`. */
export function ToForm({ of, icon = 'plus', className, children }: ToFormProps) {
  return (
    <ButtonLink to={`${formAt(of)}#add`} variant="secondary" className={className}>
      <Icon name={icon} className="h-5 w-5" />
      {children}
    </ButtonLink>
  )
}
