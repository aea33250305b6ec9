/** `npm run bench`: speed and size, or, named as the first argument, the quality of the insights. */
const [what, ...rest] = process.argv.slice(2)
if (what === 'quality') await (await import('./quality/quality.ts')).measureQuality(rest)
else await import('./bench.ts')
