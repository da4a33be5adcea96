// Creates the demonstration for the servers of tests and checks, unless it exists. scripts/test does this while nothing else runs.
import { getDemonstration } from '../../app/test/running'

await getDemonstration()
