import { namedPicture, type ShownPicture, sourcesOf } from '~/domain/website/picture'
import { useRootData } from '~/ui/browser/root-data'
import { classes } from '~/ui/classes'

interface Place {
  width: number
  height: number
  className?: string
  first?: boolean
}

interface ShownProps extends Place {
  shown: ShownPicture
  /** Classes for the part of our drawing that stays where its place is narrower; of an upload its middle does. */
  focus?: string
  /** How wide the page shows it, for an upload, which comes in several widths. */
  sizes?: string
}

type PictureProps = (Place & { name: string; alt?: string }) | ShownProps

/** Within the pages' width, and half of that on a desk. */
const USUAL_SIZES = '(min-width: 1024px) min(50vw, 40rem), 100vw'

/**
 * Our drawing `name` (decorative without `alt`) or a page's own picture, with the file's width and height. Only the
 * page's `first` is fetched at once, and only that for visitors who save data.
 */
export function Picture(props: PictureProps) {
  const saves = useRootData()?.saveData
  if (saves && !props.first) return null
  if (!('shown' in props)) return <Drawing {...props} />
  const { shown, sizes = USUAL_SIZES, ...place } = props
  return <Shown shown={shown} sizes={sizes} {...place} />
}

function Drawing({ name, alt = '', first, ...place }: Place & { name: string; alt?: string }) {
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

/** An upload in the shape of its place, in what each browser knows best; else the drawing. */
function Shown({ shown: { drawing, picture, alt }, sizes, focus, ...place }: ShownProps) {
  const upload = picture === undefined ? null : namedPicture(picture)
  const { first, className } = place
  if (!upload) return <Drawing name={drawing} alt={alt} {...place} className={classes(className, focus)} />
  const { width, height } = upload
  const [avif, webp, fallback] = sourcesOf(upload)
  return (
    <picture className="contents">
      <source type={avif.type} srcSet={avif.srcSet} sizes={sizes} />
      <source type={webp.type} srcSet={webp.srcSet} sizes={sizes} />
      <img
        src={fallback.src}
        srcSet={fallback.srcSet}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        className={classes('picture', className)}
        {...fetched(first)}
      />
    </picture>
  )
}

/** The first is painted with the page, before the page's scripts are fetched. */
function fetched(first: boolean | undefined) {
  return first ? ({ decoding: 'sync' } as const) : ({ decoding: 'async', loading: 'lazy' } as const)
}
