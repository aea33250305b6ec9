#!/usr/bin/env node
/** The program of the published package. */
import { run } from './sonde.ts'

await run(process.argv.slice(2))
