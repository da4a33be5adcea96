import { wideDrawings } from '~/content/drawings'
import { useRootData } from '~/ui/browser/root-data'
import { classes } from '~/ui/classes'

/** The size of a picture's file, and how the picture loads. */
export interface PicturePlacement {
  width: number
  height: number
  className?: string
  /** The page's first picture: loads eagerly, and is the only one for visitors who save data. */
  isFirst?: boolean
  /** Whether it spans wide windows, for which some drawings have a separate file. */
  isBanner?: boolean
}

/** True if visitors who save data do not get this picture. */
export const useIsOmitted = ({ isFirst }: Pick<PicturePlacement, 'isFirst'>): boolean =>
  Boolean(useRootData()?.saveData && !isFirst)

/** One of our drawings; decorative without `alt`. */
export function Drawing({
  name,
  alt = '',
  isFirst,
  isBanner,
  ...place
}: PicturePlacement & { name: string; alt?: string }) {
  if (useIsOmitted({ isFirst })) return null
  const image = (
    <img
      src={`/pictures/${name}.svg`}
      alt={alt}
      {...place}
      className={alt ? classes('picture', place.className) : place.className}
      {...getLoadingProps(isFirst)}
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
export function getLoadingProps(isFirst: boolean | undefined) {
  return isFirst ? ({ decoding: 'sync' } as const) : ({ decoding: 'async', loading: 'lazy' } as const)
}
