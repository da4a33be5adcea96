import { useNavigate, useOutlet, useSearchParams } from '@remix-run/react'
import { type ComponentProps, createContext, type MouseEvent, type ReactNode, useContext, useState } from 'react'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { classes } from '~/ui/classes'
import { Dialog } from '~/ui/dialogs/dialog'
import { hasModalSupport } from '~/ui/dialogs/modal'
import { confirmLeaving } from '~/ui/forms/unsaved'
import { Icon, type IconName } from '~/ui/icon'

// Wide pages show a form next to its list. Narrow pages show it alone, at `?add`, since people would not find it below the list.

export const isFormRequested = (parameters: URLSearchParams) => parameters.has('add')

/** Whether a narrow page shows the form instead of its list. */
export function useIsFormAlone(): boolean {
  return isFormRequested(useSearchParams()[0])
}

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

const InDialog = createContext(false)

/** A list and the forms of its nested routes. A form opened from the list is a dialog, otherwise a page. */
export function ListWithForms({ children }: { children: ReactNode }) {
  const form = useOutlet()
  const [hasSeenList, setHasSeenList] = useState(form === null)
  if (form === null && !hasSeenList) setHasSeenList(true)
  // A served form stays a page once scripts run, so that it does not change while people read it. The list is always one
  // step back in the history.
  const inDialog = form !== null && hasSeenList && hasModalSupport()
  return (
    <InDialog.Provider value={inDialog}>
      {(form === null || inDialog) && children}
      {form}
    </InDialog.Provider>
  )
}

/** A form with its heading, in a dialog or on the page. With `hasAutoFocus` a served page opens at the heading. */
export function Panel({
  title,
  hasAutoFocus = false,
  children,
}: {
  title: string
  hasAutoFocus?: boolean
  children: ReactNode
}) {
  const inDialog = useContext(InDialog)
  const navigate = useNavigate()
  // Esc, Close and Cancel all go one step back, so that the history does not grow.
  if (inDialog)
    return (
      <Dialog title={title} onClose={() => navigate(-1)}>
        {children}
      </Dialog>
    )
  return (
    <Card className="max-w-3xl">
      {/* biome-ignore lint/a11y/noAutofocus: without scripts nothing else can take the reader to the question */}
      <h2 tabIndex={-1} autoFocus={hasAutoFocus}>
        {title}
      </h2>
      {children}
    </Card>
  )
}

/** The heading of a list with forms; gets the focus if the element that opened a dialog is gone. */
export function ListHeading({ children }: { children: ReactNode }) {
  return (
    <h2 data-list-heading tabIndex={-1} className="text-h3 sm:text-h2">
      {children}
    </h2>
  )
}

/** A form's final buttons, and Cancel, which links to `cancelTo` or closes the dialog. In dialogs they stay visible. */
export function FormButtons({ cancelTo, children }: { cancelTo?: string; children: ReactNode }) {
  const inDialog = useContext(InDialog)
  function cancel(event: MouseEvent) {
    if (!inDialog) return
    event.preventDefault()
    const dialog = event.currentTarget.closest('dialog')
    if (dialog) confirmLeaving(dialog, () => dialog.close())
  }
  return (
    <div className={classes('flex flex-wrap gap-4', inDialog && 'dialog-buttons')}>
      {children}
      {cancelTo && (
        <ButtonLink to={cancelTo} variant="secondary" onClick={cancel}>
          Cancel
        </ButtonLink>
      )}
    </div>
  )
}

/** The link from a list to the form for a new record, at the upper right of the list: 'Add …'. */
export function AddLink({ children, ...props }: ComponentProps<typeof ButtonLink>) {
  return (
    <ButtonLink {...props}>
      <Icon name="plus" className="h-5 w-5 shrink-0" />
      {children}
    </ButtonLink>
  )
}

/** Links to a record's edit form and, if it can be deleted, its delete form. Screen readers get the title. */
export function EditAndDelete({
  to,
  title,
  ...props
}: Pick<ComponentProps<typeof ButtonLink>, 'preventScrollReset' | 'className'> & {
  to: { edit: string; delete?: string }
  title: string
}) {
  return (
    <>
      <ButtonLink to={to.edit} variant="secondary" {...props}>
        <Icon name="edit" className="h-5 w-5 shrink-0" />
        Edit<span className="sr-only"> {title}</span>
      </ButtonLink>
      {to.delete && (
        <ButtonLink to={to.delete} variant="danger" {...props}>
          <Icon name="delete" className="h-5 w-5 shrink-0" />
          Delete<span className="sr-only"> {title}</span>
        </ButtonLink>
      )}
    </>
  )
}
