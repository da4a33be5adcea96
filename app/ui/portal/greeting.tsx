import type { Account } from '~/domain/accounts/account'

/** Full class names, so that Tailwind finds them. The text has a contrast of at least 7:1, on dark pages too (tailwind.config.ts). */
const colours = ['bg-moss', 'bg-plum', 'bg-sky', 'bg-clay', 'bg-brick', 'bg-slate', 'bg-amber', 'bg-ink']

const getInitial = (name: string) => [...name][0]?.toUpperCase() ?? ''

/** The user's initials in a personal colour, first name and welcome. */
export function Greeting({ user }: { user: Account }) {
  const { id, role, firstName, lastName, username } = user
  const name = <strong className="break-words">{firstName || username || 'User'}</strong>
  const initials = getInitial(firstName) + getInitial(lastName) || getInitial(username)
  return (
    <span className="print-black flex items-center gap-2 text-small leading-snug sm:text-body">
      <span
        aria-hidden="true"
        className={`flex h-8 min-w-8 shrink-0 items-center justify-center rounded-full px-1 text-small font-bold leading-none text-paper sm:h-9 sm:min-w-9 ${colours[id % colours.length]}`}
      >
        {initials}
      </span>{' '}
      {role === 'student' ? (
        <span className="flex min-w-0 flex-wrap gap-x-2">
          {name} <span>Welcome to the student portal</span>
        </span>
      ) : (
        <span className="min-w-0">Welcome, {name}</span>
      )}
    </span>
  )
}
