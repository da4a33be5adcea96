import type { ShouldRevalidateFunction } from '@remix-run/react'

/** A refused form does not reload its page's list, except after a conflict (409), when the list is out of date. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus = 200 }) =>
  actionStatus < 400 || actionStatus === 409
