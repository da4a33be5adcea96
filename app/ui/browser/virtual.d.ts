declare module 'virtual:riverbank/bundles' {
  /** The bundles' files, made by `scripts/bundles.ts`; null in the browser and in development. */
  const files: Record<import('./bundles').Bundle, import('./bundles').BundleFiles> | null
  export default files
}
declare module 'virtual:riverbank/for-tutors' {
  /** Every `for-tutors.tsx` in a folder of app/routes, by the folder; null in a browser, where a tutor's bundle brings it. */
  const parts: Record<string, unknown> | null
  export default parts
}
