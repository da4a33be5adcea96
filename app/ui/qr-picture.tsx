import { classes } from './classes'

/** A QR code as one SVG path of `size` by `size` units, with the quiet zone that readers need (ISO/IEC 18004: four units). */
export interface QrCode {
  size: number
  path: string
}

/** A QR code. It is black on white in every theme, because cameras need the contrast. */
export function QrPicture({ size, path, label, className }: QrCode & { label: string; className?: string }) {
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={classes('block w-full rounded-sm border border-line', className)}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
