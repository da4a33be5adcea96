// Loads .env; the environment overrides it. Relative paths in settings start from the project's folder, wherever a script is started.
import './node-version.mjs'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
// The database and the uploads hold personal data: only the account that runs Riverbank may read them.
process.umask(0o077)
if (existsSync('.env')) process.loadEnvFile('.env')
