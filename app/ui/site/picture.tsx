import { namedPicture, type Shape, type ShownPicture, sourcesOf } from '~/domain/website/picture'
import { classes } from '~/ui/classes'
import { Drawing, fetched, type Place, useLeftOut } from './drawing'

interface PictureProps extends Place {
  shown: ShownPicture
  /** Classes of our drawing alone: for the part of it that stays in sight where its place is narrower. */
  focus?: string
  /** Classes of an upload's place alone. */
  framed?: string
  /** How wide its place is, for an upload, which comes in several widths: windows in px, lengths in vw or rem. */
  sizes?: string
}

/** Within the pages' width, and half of that on a desk. */
const USUAL_SIZES = '(min-width: 1024px) min(50vw, 40rem), 100vw'

/** A page's own picture, or the drawing that stands for it. */
export function Picture(props: PictureProps) {
  return useLeftOut(props) ? null : <Shown {...props} />
}

/** What stays in sight; if nobody chose, what is a little above the middle, where people's faces mostly are. */
const shownParts = {
  '': 'object-[50%_20%]',
  top: 'object-left-top',
  middle: 'object-center',
  bottom: 'object-right-bottom',
}

/** How wide and high a picture may be shown whose sides have at least so many pixels. Style attributes are forbidden. */
const limits = [
  [1600, '', ''],
  [1200, 'max-w-[min(100%,1200px)]', 'max-h-[min(100%,1200px)]'],
  [900, 'max-w-[min(100%,900px)]', 'max-h-[min(100%,900px)]'],
  [600, 'max-w-[min(100%,600px)]', 'max-h-[min(100%,600px)]'],
  [400, 'max-w-[min(100%,400px)]', 'max-h-[min(100%,400px)]'],
  [200, 'max-w-[min(100%,200px)]', 'max-h-[min(100%,200px)]'],
  [100, 'max-w-[min(100%,100px)]', 'max-h-[min(100%,100px)]'],
  [0, 'max-w-[min(100%,40px)]', 'max-h-[min(100%,40px)]'],
] as const
/** So many times broader than high a picture is shown whole: it is words beside a sign, mostly. */
const MUCH_BROADER = 5

/** How a picture stands in its frame: as large as its pixels allow, and with a part of it in sight. */
export function inFrame(picture: Shape, part: keyof typeof shownParts = ''): string {
  const wide = limits.find(([least]) => picture.width >= least)
  const high = limits.find(([least]) => picture.height >= least)
  return classes(wide?.[1], high?.[2], isWhole(picture) ? 'object-contain' : `object-cover ${shownParts[part]}`)
}

const isWhole = ({ width, height }: Shape) => width / height > MUCH_BROADER

/** An upload in its place, which it fills as far as its pixels go, in what each browser knows best; else the drawing. */
function Shown({ shown, sizes = USUAL_SIZES, focus, framed, ...place }: PictureProps) {
  const { drawing, picture, part, alt } = shown
  const upload = picture === undefined ? null : namedPicture(picture)
  const { first, className } = place
  if (!upload) return drawing && <Drawing name={drawing} alt={alt} {...place} className={classes(className, focus)} />
  const { width, height } = upload
  const [avif, webp, fallback] = sourcesOf(upload)
  const whole = wholeSizes(sizes, upload, place)
  return (
    <span className={classes('frame picture', alt === '' && 'not-plain', className, framed)}>
      <picture className="contents">
        <source type={avif.type} srcSet={avif.srcSet} sizes={whole} />
        <source type={webp.type} srcSet={webp.srcSet} sizes={whole} />
        <img
          src={fallback.src}
          srcSet={fallback.srcSet}
          sizes={whole}
          alt={alt}
          width={width}
          height={height}
          className={inFrame(upload, part)}
          {...fetched(first)}
        />
      </picture>
    </span>
  )
}

/** How wide all of a picture is, of which its place shows a part where it is broader than that. */
function wholeSizes(sizes: string, picture: Shape, place: Shape): string {
  const times = isWhole(picture) ? 1 : Math.max(1, picture.width / picture.height / (place.width / place.height))
  return sizes.replace(/([\d.]+)(vw|rem)/g, (_, length, unit) => `${Math.ceil(length * times)}${unit}`)
}
