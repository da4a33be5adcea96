// Production's entry: the server is part of Remix's one bundle (see the README's decisions), so this only starts it.
const build = await import('../build/server/index.js')
try {
  await build.entry.module.start(build)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
