/** The promise in Portuguese. */
import { type PromiseWords } from './words.ts'

export const pt: PromiseWords = {
  anonymous:
    'Ninguém pode ver quem disse o quê: as respostas são guardadas sem o seu nome e mostradas apenas em grupos de {k_score} ou mais pessoas.',
  confidential: 'Só são vistos grupos de {k_score} ou mais pessoas, nunca a sua resposta com o seu nome.',
  attributed: 'A sua resposta será lida com o seu nome por: {readers}. As outras pessoas veem apenas grupos.',
  author: 'quem faz as perguntas',
  thresholds:
    'As pontuações são mostradas em grupos de pelo menos {k_score} pessoas, os comentários de pelo menos {k_comment} e as taxas de resposta de pelo menos {k_rate}.',
  breakdown: 'As pontuações também são mostradas por {attribute}, em grupos de pelo menos {k_score} pessoas.',
  whole_groups:
    'Cada número divulgado é feito de grupos inteiros desse tamanho; assim, nenhuma comparação de números permite identificar alguém.',
  readers_see: 'As pessoas indicadas acima veem quem disse o quê.',
  nothing_before_close: 'Nada é mostrado antes do encerramento da pesquisa.',
  sealed:
    'Enquanto a pesquisa está aberta, as respostas ficam seladas com uma chave exclusiva desta pesquisa. No encerramento, são embaralhadas e a chave é destruída; a partir daí ninguém, nem mesmo o operador, consegue dizer de quem eram.',
  until_then:
    'Até lá, um operador com acesso total à máquina em funcionamento poderia observar a chegada das respostas.',
  comments: 'Os comentários são mostrados sem ordem, sem nomes, endereços nem números.',
  language_model:
    'Os comentários mostrados também podem ser enviados a um modelo de linguagem em {language_model}, que procura palavras para o que muitos dizem: os mesmos comentários, sem nomes, e nada mais.',
  harm: 'Se uma resposta falar de assédio, automutilação ou perigo, os administradores da organização podem ser avisados de que pelo menos uma de {k_score} ou mais fala disso: sem palavras, sem equipe, sem nome e sem quantidade.',
  receipt:
    'Até o encerramento da pesquisa, é possível ler, alterar ou retirar a sua resposta com o recibo que você recebe. Depois, ele prova que a sua resposta foi contada.',
  retention: 'As respostas são guardadas enquanto a organização guardar a pesquisa.',
}
