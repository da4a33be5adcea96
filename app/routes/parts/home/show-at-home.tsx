import { HOME_DAYS, type HomeChoice, type HomeItem } from '~/domain/at-home/at-home'
import type { Page } from '~/domain/page.server'
import { paths } from '~/paths'
import { formatDay } from '~/ui/dates'
import { MessageBox, MessageTarget, useMessageAt } from '~/ui/dialogs/message'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Link } from '~/ui/link'
import { PageLinks } from '~/ui/lists/page-links'

/** The id of the place for the message after a press, with its Undo. */
export const HOME_PLACE = 'at-home'

const FAILURE = 'That did not work'

/** A student's button to show a file, or without one their day, at home; afterwards, the button to take it back. */
export function ShowAtHome({ choice, fileId }: { choice: HomeChoice | null; fileId?: number }) {
  const message = useMessageAt(HOME_PLACE)
  if (!choice) return null
  if (choice.id === null && !choice.canShow)
    return <p className="no-print mt-6">We cannot show this picture at home yet. Ask a tutor.</p>
  return (
    <div className="no-print mt-6">
      {message && (
        <MessageTarget id={HOME_PLACE}>
          <MessageBox {...message} isAnnounced={false}>
            {choice.id !== null && <TakeBackForm id={choice.id} from={fileId ?? 0} label="Undo" />}
          </MessageBox>
        </MessageTarget>
      )}
      {choice.id === null ? (
        <PostForm intent="show" failure={FAILURE} isTyped={false} action={paths.dashboard.atHome} className="mt-2">
          {fileId && <input type="hidden" name="file" value={fileId} />}
          <SubmitButton
            variant="secondary"
            submitLabel={fileId ? 'Show at home' : 'Show my day at home'}
            pendingLabel="Saving..."
          />
        </PostForm>
      ) : (
        !message && (
          <>
            <p className="font-bold">{fileId ? 'Shown at home' : 'Your day is shown at home'}</p>
            <TakeBackForm id={choice.id} from={fileId ?? 0} label="Take back" />
          </>
        )
      )}
      {choice.id !== null && (
        <Link to={paths.dashboard.atHome} className="inline-flex min-h-control items-center font-bold">
          What home sees
        </Link>
      )}
    </div>
  )
}

interface TakeBackFormProps {
  id: number
  label: string
  /** The file whose page the form is on, or 0 for the day; without it, the list. */
  from?: number
  about?: string
  /** The page that takes it and its intent, if not the student's own. */
  action?: string
  intent?: string
}

function TakeBackForm({
  id,
  label,
  from,
  about,
  action = paths.dashboard.atHome,
  intent = 'take-back',
}: TakeBackFormProps) {
  return (
    <PostForm intent={intent} failure={FAILURE} isTyped={false} action={action} className="mt-2">
      <input type="hidden" name="item" value={id} />
      {from !== undefined && <input type="hidden" name="from" value={from} />}
      <SubmitButton variant="secondary" submitLabel={label} pendingLabel="Saving..." about={about} />
    </PostForm>
  )
}

export function HomeItems({
  items,
  hidden,
  ...form
}: {
  items: Page<HomeItem>
  action: string
  intent?: string
  hidden: string
}) {
  return (
    <>
      <ul className="mt-2 divide-y divide-line">
        {items.items.map(({ id, title, shownAt, isHidden }) => (
          <li key={id} className="long-words py-4">
            <p className="font-bold">{title}</p>
            <p className="text-small">
              From {formatDay(shownAt)}, for {HOME_DAYS} days.
            </p>
            {isHidden && <p className="text-small font-bold text-amber">{hidden}</p>}
            <TakeBackForm id={id} label="Take back" about={title} {...form} />
          </li>
        ))}
      </ul>
      <PageLinks pages={items.pages} />
    </>
  )
}
