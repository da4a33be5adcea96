/**
 * One of the project's own drawings in public/pictures, by name; decorative without `alt`. Width and height are the file's own, to
 * avoid layout shifts. The files are so small that lazy loading would save little, and leave gaps in print.
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
