import type { ShownPicture } from '~/domain/website/picture'
import { useRootData } from './root-data'

interface Place {
  width: number
  height: number
  className?: string
  first?: boolean
}

type PictureProps = Place & ({ name: string; alt?: string } | { shown: ShownPicture })

/**
 * One of the project's own drawings in public/pictures by name (decorative without `alt`), or the picture that a page's words have in
 * its place. Width and height are the file's own, to avoid layout shifts. Only a page's `first` is fetched at once, and only that for
 * visitors who save data.
 */
export function Picture({ width, height, className, first, ...which }: PictureProps) {
  const { name, alt = '' } = 'shown' in which ? { name: which.shown.drawing, alt: which.shown.alt } : which
  const saves = useRootData()?.saveData
  if (saves && !first) return null
  return (
    <img
      src={`/pictures/${name}.svg`}
      alt={alt}
      width={width}
      height={height}
      // The first is painted with the page, before the page's scripts are fetched.
      decoding={first ? 'sync' : 'async'}
      loading={first ? undefined : 'lazy'}
      className={className}
    />
  )
}
