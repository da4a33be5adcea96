// The accounts' command line; it is part of the built bundle, so `npm run build` comes first.
const build = await import('../build/server/index.js').catch(() => null)
if (!build) {
  console.error('Please run "npm run build" first.')
  process.exit(1)
}
try {
  console.log(await build.entry.module.userCommand(process.argv.slice(2)))
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
