import { getPictureSources, parsePictureName, type Shape, type ShownPicture } from '~/domain/website/picture'
import { classes } from '~/ui/classes'
import { Drawing, getLoadingProps, type PicturePlacement, useIsOmitted } from './drawing'

interface PictureProps extends PicturePlacement {
  picture: ShownPicture
  /** Classes for our drawing only, such as the part that stays visible when it is cropped. */
  drawingClass?: string
  /** Classes for an upload's frame only. */
  frameClass?: string
  /** The `sizes` of an upload: media conditions in px, lengths in vw or rem. */
  sizes?: string
}

/** Full width, or half the page on wide pages. */
const DEFAULT_SIZES = '(min-width: 1024px) min(50vw, 40rem), 100vw'

/** A page's own picture, or the drawing that replaces it. */
export function WebsitePicture(props: PictureProps) {
  return useIsOmitted(props) ? null : <UploadedPicture {...props} />
}

/** The part that stays visible; by default a little above the middle, where faces usually are. */
const objectPositions = {
  '': 'object-[50%_20%]',
  top: 'object-left-top',
  middle: 'object-center',
  bottom: 'object-right-bottom',
}

/** Maximum display size by a picture's pixels. Classes, because the CSP forbids style attributes. */
const pixelLimits = [
  [1600, '', ''],
  [1200, 'max-w-[min(100%,1200px)]', 'max-h-[min(100%,1200px)]'],
  [900, 'max-w-[min(100%,900px)]', 'max-h-[min(100%,900px)]'],
  [600, 'max-w-[min(100%,600px)]', 'max-h-[min(100%,600px)]'],
  [400, 'max-w-[min(100%,400px)]', 'max-h-[min(100%,400px)]'],
  [200, 'max-w-[min(100%,200px)]', 'max-h-[min(100%,200px)]'],
  [100, 'max-w-[min(100%,100px)]', 'max-h-[min(100%,100px)]'],
  [0, 'max-w-[min(100%,40px)]', 'max-h-[min(100%,40px)]'],
] as const
/** Wider pictures are never cropped, since they are mostly logos with text. */
const MAX_CROPPED_RATIO = 5

/** Returns classes that fit a picture in its frame: as large as its pixels allow, with `part` visible. */
export function getFrameClass(picture: Shape, part: keyof typeof objectPositions = ''): string {
  const widthLimit = pixelLimits.find(([min]) => picture.width >= min)
  const heightLimit = pixelLimits.find(([min]) => picture.height >= min)
  return classes(
    widthLimit?.[1],
    heightLimit?.[2],
    isShownWhole(picture) ? 'object-contain' : `object-cover ${objectPositions[part]}`,
  )
}

const isShownWhole = ({ width, height }: Shape) => width / height > MAX_CROPPED_RATIO

/** An upload in its frame, in the best format that the browser supports; otherwise the drawing. */
function UploadedPicture({
  picture: shownPicture,
  sizes = DEFAULT_SIZES,
  drawingClass,
  frameClass,
  isBanner,
  ...place
}: PictureProps) {
  const { drawing, picture, part, alt } = shownPicture
  const upload = picture === undefined ? null : parsePictureName(picture)
  const { isFirst, className } = place
  if (!upload)
    return (
      drawing && (
        <Drawing name={drawing} alt={alt} {...place} isBanner={isBanner} className={classes(className, drawingClass)} />
      )
    )
  const { width, height } = upload
  const [avif, webp, fallback] = getPictureSources(upload)
  const fullSizes = getFullSizes(sizes, upload, place)
  return (
    <span className={classes('frame picture', alt === '' && 'not-plain', className, frameClass)}>
      <picture className="contents">
        <source type={avif.type} srcSet={avif.srcSet} sizes={fullSizes} />
        <source type={webp.type} srcSet={webp.srcSet} sizes={fullSizes} />
        <img
          src={fallback.src}
          srcSet={fallback.srcSet}
          sizes={fullSizes}
          alt={alt}
          width={width}
          height={height}
          className={getFrameClass(upload, part)}
          {...getLoadingProps(isFirst)}
        />
      </picture>
    </span>
  )
}

/** Scales `sizes` to the uncropped picture when its frame shows only a part of the width. */
function getFullSizes(sizes: string, picture: Shape, place: Shape): string {
  const scale = isShownWhole(picture) ? 1 : Math.max(1, picture.width / picture.height / (place.width / place.height))
  return sizes.replace(/([\d.]+)(vw|rem)/g, (_, length, unit) => `${Math.ceil(length * scale)}${unit}`)
}
