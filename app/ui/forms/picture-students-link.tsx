import type { PictureKind } from '~/domain/consent/words'
import { paths } from '~/paths'
import { Link } from '~/ui/link'

/** Links to the page where tutors mark who is in a picture. */
export function PictureStudentsLink({ kind, id, title }: { kind: PictureKind; id: number; title: string }) {
  return (
    <Link
      to={paths.dashboard.profile.people.photos.one(kind, id)}
      className="inline-flex min-h-target items-center font-bold"
    >
      Who is in this picture?<span className="sr-only"> ({title})</span>
    </Link>
  )
}
