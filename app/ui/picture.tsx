/**
 * One of the project's own drawings in public/pictures, by name. Without `alt` it only decorates and is silent to assistive
 * technology. Width and height are the file's own, so that nothing jumps when it loads.
 * The files are so small that waiting for the reader to scroll would save little, and leave gaps in print.
 */
export function Picture({
  name,
  alt = '',
  width,
  height,
  className,
}: {
  name: string
  alt?: string
  width: number
  height: number
  className?: string
}) {
  return (
    <img src={`/pictures/${name}.svg`} alt={alt} width={width} height={height} decoding="async" className={className} />
  )
}
