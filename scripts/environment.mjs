// Paths in the settings count from the project's folder, wherever a script is called from; the environment wins over .env.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
// The database and the uploads hold people's data: only the account that runs Riverbank reads them.
process.umask(0o077)
if (existsSync('.env')) process.loadEnvFile('.env')
