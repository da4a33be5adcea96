import { Icon } from '~/ui/icon'

/** Warns of the numbers that a text gives a place although there is no such picture. */
export function MissingPictures({ missing }: { missing: number[] }) {
  if (missing.length === 0) return null
  return (
    <p className="my-4 flex max-w-3xl gap-2 rounded-sm border-2 border-amber bg-amber-tint p-3">
      <Icon name="warning" className="mt-1 h-5 w-5 shrink-0 text-amber" />
      <span>
        The text has a place for {missing.map((number) => `[picture ${number}]`).join(', ')}, but there is no such
        picture. Everyone would read the words in brackets.
      </span>
    </p>
  )
}
