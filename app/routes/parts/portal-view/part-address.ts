import type { PortalPart } from '~/domain/portal-view/parts'
import { paths } from '~/paths'

/** The query parameter of a page that shows one part of a student's first screen. */
export const PART_PARAMETER = 'part'

/** The parts that no other page shows. */
export const partsWithPage = ['day', 'files'] as const satisfies PortalPart[]

export const getPartPath = (part: (typeof partsWithPage)[number]) =>
  `${paths.dashboard.index}?${PART_PARAMETER}=${part}`
