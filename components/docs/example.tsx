import type { ShownExample } from '#lib/docs/print';
import { Code, CodeFigure } from './code-figure.tsx';
import { TryIt } from './try-it.tsx';

/** A request in each language, what the product answered to it, and a form to make it. */
export function Example({ example, id }: { example: ShownExample; id: string }) {
  const { title, snippets, status, answer, method, path, headers, scenarios, body } = example;
  const languages = Object.entries(snippets);
  return (
    <div className="my-6">
      <CodeFigure
        label={
          <fieldset className="code-tabs-choice flex flex-wrap">
            <legend className="sr-only">{`${title}: in which language`}</legend>
            {languages.map(([language], index) => (
              <label key={language}>
                <input
                  type="radio"
                  name={id}
                  value={language}
                  data-code-language=""
                  defaultChecked={index === 0}
                  className="sr-only"
                />
                <span>{language}</span>
              </label>
            ))}
          </fieldset>
        }
      >
        {languages.map(([language, text]) => (
          <Code key={language} text={text} language={language} />
        ))}
      </CodeFigure>
      <CodeFigure label={`Answer: ${status}`}>
        <Code text={answer} />
      </CodeFigure>
      <TryIt method={method} path={path} headers={headers} scenarios={scenarios} body={body} />
    </div>
  );
}
