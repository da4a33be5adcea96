import type { ShouldRevalidateFunction } from '@remix-run/react'

/** A refused form leaves its list as it is; one that met another's save (409) shows that the list is behind. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate
