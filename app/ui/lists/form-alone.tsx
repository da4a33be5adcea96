import { useSearchParams } from '@remix-run/react'
import { ButtonLink } from '~/ui/button'
import { Icon, type IconName } from '~/ui/icon'

// Wide pages show a form next to its list. Narrow pages show it alone, at `?add`, since people would not find it below the list.

/** Whether an address requests the form instead of its list. */
export const isFormRequested = (parameters: URLSearchParams) => parameters.has('add')

/** Whether a narrow page shows the form instead of its list. */
export function useIsFormAlone(): boolean {
  return isFormRequested(useSearchParams()[0])
}

/** Returns the address of a list's form. */
export const getFormPath = (path: string) => `${path}${path.includes('?') ? '&' : '?'}add`

interface AddFormLinkProps {
  listPath: string
  icon?: IconName
  className?: string
  children: string
}

/** On narrow pages, the link from a list to its form, whose section is `#add`. */
export function AddFormLink({ listPath, icon = 'plus', className, children }: AddFormLinkProps) {
  return (
    <ButtonLink to={`${getFormPath(listPath)}#add`} className={className}>
      <Icon name={icon} className="h-5 w-5 shrink-0" />
      {children}
    </ButtonLink>
  )
}
