import { useRootData } from '~/ui/browser/root-data'
import { classes } from '~/ui/classes'

/** A picture's place, in the file's own width and height. */
export interface Place {
  width: number
  height: number
  className?: string
  /** Of the page's first picture, which is fetched at once, and the only one that visitors who save data get. */
  first?: boolean
}

/** Whether a picture is left out, for a visitor who saves data. */
export const useLeftOut = ({ first }: Pick<Place, 'first'>): boolean => Boolean(useRootData()?.saveData && !first)

/** Our drawing `name`: decorative without `alt`. */
export function Drawing({ name, alt = '', first, ...place }: Place & { name: string; alt?: string }) {
  if (useLeftOut({ first })) return null
  return (
    <img
      src={`/pictures/${name}.svg`}
      alt={alt}
      {...place}
      className={alt ? classes('picture', place.className) : place.className}
      {...fetched(first)}
    />
  )
}

/** The first is painted with the page, before the page's scripts are fetched. */
export function fetched(first: boolean | undefined) {
  return first ? ({ decoding: 'sync' } as const) : ({ decoding: 'async', loading: 'lazy' } as const)
}
