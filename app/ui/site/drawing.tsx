import { wideDrawings } from '~/content/drawings'
import { useRootData } from '~/ui/browser/root-data'
import { classes } from '~/ui/classes'

/** A picture's size, from the file, and how it loads. */
export interface PicturePlacement {
  width: number
  height: number
  className?: string
  /** The page's first picture: loads eagerly, and is the only one for visitors who save data. */
  first?: boolean
  /** Whether it spans wide windows, for which some drawings have a file of their own. */
  isBanner?: boolean
}

/** Whether to omit a picture for a visitor who saves data. */
export const useIsLeftOut = ({ first }: Pick<PicturePlacement, 'first'>): boolean =>
  Boolean(useRootData()?.saveData && !first)

/** One of our drawings; decorative without `alt`. */
export function Drawing({
  name,
  alt = '',
  first,
  isBanner,
  ...place
}: PicturePlacement & { name: string; alt?: string }) {
  if (useIsLeftOut({ first })) return null
  const image = (
    <img
      src={`/pictures/${name}.svg`}
      alt={alt}
      {...place}
      className={alt ? classes('picture', place.className) : place.className}
      {...getLoadingProps(first)}
    />
  )
  if (!isBanner || !wideDrawings.includes(name)) return image
  return (
    <picture className="contents">
      <source media="(min-width: 79em)" srcSet={`/pictures/${name}-wide.svg`} />
      {image}
    </picture>
  )
}

/** The first picture is painted with the page, before its scripts load. */
export function getLoadingProps(first: boolean | undefined) {
  return first ? ({ decoding: 'sync' } as const) : ({ decoding: 'async', loading: 'lazy' } as const)
}
