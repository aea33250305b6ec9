/**
 * A question as its recipients meet it, drawn and not to be used: its text, the help, and the shape of what they answer with. The real
 * page is the preview of a draft; this shows a template at a glance.
 */
import { iconOutlines, moodFeatures } from '../../contract/drawings.ts'
import { icons } from '../../contract/form-items.ts'
import type { FormQuestion } from '../../contract/questions.ts'
import { useMessages } from '../messages.ts'
import { formatNumber } from '../ui/number-format.ts'
import { draftTexts } from '../drafts/draft-texts.ts'
import { templateTexts } from './template-texts.ts'
import classes from './question-face.module.css'

/** @property place  its number, where there are several */
type Props = { question: FormQuestion; language: string | null; place?: number | undefined }

export function QuestionFace({ question, language, place }: Props) {
  const say = useMessages(draftTexts)
  const help = 'help' in question ? question.help : undefined
  return (
    <div className={classes.question}>
      <div className={classes.head}>
        <h3>
          {place !== undefined && <span className={classes.place}>{`${formatNumber(place)}.`}</span>}
          <span lang={language ?? undefined}>{question.text}</span>
        </h3>
        <span className="quiet small">{say(`type_${question.type}`)}</span>
      </div>
      {help && (
        <p className="quiet small" lang={language ?? undefined}>
          {help}
        </p>
      )}
      <div className={classes.control} lang={language ?? undefined}>
        <Control question={question} />
      </div>
    </div>
  )
}

/** As many steps as have room; a longer scale is drawn by its ends. */
const stepsMax = 11
const enpsEnds = { min: 0, max: 10 }

function Control({ question }: { question: FormQuestion }) {
  const sayOfTemplates = useMessages(templateTexts)
  switch (question.type) {
    case 'scale':
      return <Steps min={question.min} max={question.max} labels={question.labels} />
    case 'enps':
      return <Steps {...enpsEnds} labels={[sayOfTemplates('enps_low'), sayOfTemplates('enps_high')]} />
    case 'matrix':
      return (
        <ul className={classes.rows}>
          {question.rows.map(({ id, text }) => (
            <li key={id}>
              {text} <Steps min={question.min} max={question.max} labels={question.labels} />
            </li>
          ))}
        </ul>
      )
    case 'single_choice':
    case 'multi_choice':
    case 'ranking':
      return (
        <ul className={classes.options} data-shape={question.type}>
          {question.options.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ul>
      )
    case 'yes_no':
      return (
        <ul className={classes.options} data-shape="single_choice">
          <li>{sayOfTemplates('yes')}</li>
          <li>{sayOfTemplates('no')}</li>
        </ul>
      )
    case 'text':
      return <span className={classes.field} data-tall aria-hidden="true" />
    case 'number':
    case 'date':
      return <span className={classes.field} aria-hidden="true" />
    case 'slider':
      return <span className={classes.slider} aria-hidden="true" />
    case 'mood':
      return <Pictures pictures={faces} labels={question.labels} />
    case 'icons':
      return (
        <Pictures
          pictures={Array.from({ length: question.count ?? iconsUsual }, () => [
            { path: iconOutlines[question.icon ?? icons[0]] },
          ])}
          labels={question.labels}
        />
      )
    case 'statement':
      return null
  }
}

type StepsProps = {
  min?: number | undefined
  max?: number | undefined
  labels: readonly string[] | undefined
}

/** Without ends of its own a scale has five steps. */
function Steps({ min = 1, max = 5, labels }: StepsProps) {
  const count = max - min + 1
  const steps = Array.from({ length: Math.min(count, stepsMax) }, (_none, i) => min + i)
  return (
    <span className={classes.scale}>
      <span className={classes.steps} aria-hidden="true">
        {steps.map((step) => (
          <span key={step}>{step}</span>
        ))}
      </span>
      <Ends labels={labels} />
    </span>
  )
}

const Ends = ({ labels }: Pick<StepsProps, 'labels'>) =>
  labels && (
    <span className={`quiet small ${classes.ends}`}>
      <span>{labels[0]}</span>
      <span>{labels.at(-1)}</span>
    </span>
  )

type Drawing = readonly { readonly path: string; readonly isFilled?: boolean }[]
type PicturesProps = Pick<StepsProps, 'labels'> & { pictures: readonly Drawing[] }

/** How many icons there are where the author did not choose. */
const iconsUsual = 5

const circle = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`

const head = [circle(16, 16, 14), circle(11, 14, 0.9), circle(21, 14, 0.9)].map((path) => ({ path }))
const faces = moodFeatures.map((features) => [...head, features])

/** As the answer page draws them. */
const Pictures = ({ pictures, labels }: PicturesProps) => (
  <span className={classes.scale}>
    <span className={classes.pictures} aria-hidden="true">
      {pictures.map((drawing, at) => (
        // They have no name, and stay in their order.
        <svg key={at} viewBox="0 0 32 32">
          {drawing.map(({ path, isFilled }) => (
            <path key={path} d={path} fill={isFilled ? 'currentColor' : 'none'} />
          ))}
        </svg>
      ))}
    </span>
    <Ends labels={labels} />
  </span>
)
