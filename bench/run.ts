/** `npm run bench`: speed and size; with --smoke whether all benchmarks work; named first, the quality of the insights, or what many answers cost, in time or in bytes. */
const [what, ...rest] = process.argv.slice(2)
if (what === 'quality') await (await import('./quality/quality.ts')).measureQuality(rest)
else if (what === '--smoke') await (await import('./smoke.ts')).smoke()
else if (what === 'scale') await import('./scale.ts')
else if (what === 'bytes') await import('./bytes.ts')
else await import('./bench.ts')
