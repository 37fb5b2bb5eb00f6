/**
 * Envia cada linha nova de uma planilha do Google (ou das respostas de um formulário) como lead.
 *
 * Como usar: na planilha, abra Extensões → Apps Script e cole este arquivo. Em Configurações do projeto → Propriedades do
 * script, crie ENTRADA_URL (o endereço do serviço) e ENTRADA_KEY (a chave). Confira os nomes das colunas abaixo e execute
 * "instalar" uma vez. A cada 10 minutos, e a cada resposta do formulário, as linhas novas são enviadas.
 *
 * O script cria duas colunas. "Entrada: envio" é o código da linha: não mude, pois é ele que evita leads repetidos.
 * "Entrada: situação" diz o que houve. Para enviar de novo uma linha recusada, corrija-a e apague a situação.
 */

/** Os títulos das suas colunas; as que faltarem na planilha ficam de fora, menos a do telefone. */
const COLUNAS = { phone: 'Telefone', name: 'Nome', email: 'E-mail', notes: 'Mensagem' };

/** O nome da aba; em branco, a primeira. */
const ABA = '';

/** Colunas com estes títulos vão como sinais de origem. */
const SINAIS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term', 'gclid', 'fbclid', 'referrer'];

const ENVIO = 'Entrada: envio';
const SITUACAO = 'Entrada: situação';

/** Linhas por execução: o serviço aceita 60 por minuto, e o Google encerra um script depois de alguns minutos. */
const POR_VEZ = 50;

/** Execute uma vez: daqui em diante as linhas novas são enviadas sozinhas. */
function instalar() {
  ScriptApp.getProjectTriggers()
    .filter((gatilho) => gatilho.getHandlerFunction() === 'enviarNovas')
    .forEach((gatilho) => ScriptApp.deleteTrigger(gatilho));
  ScriptApp.newTrigger('enviarNovas').timeBased().everyMinutes(10).create();
  ScriptApp.newTrigger('enviarNovas').forSpreadsheet(SpreadsheetApp.getActive()).onFormSubmit().create();
  enviarNovas();
}

/** Envia as linhas sem situação. Nunca espera: o que o serviço não pode receber agora fica para a próxima vez. */
function enviarNovas() {
  const trava = LockService.getScriptLock();
  if (!trava.tryLock(1000)) return;
  try {
    conferirPropriedades();
    const aba = abaDosLeads();
    const titulos = titulosDe(aba);
    const novas = linhasNovas(aba, titulos);
    let filtro = '';
    for (const linha of novas) {
      const { espera, bloqueio, texto } = resultado(enviar(leadDe(linha, titulos)));
      if (espera) return console.log(`Entrada: ${texto}. O que falta fica para a próxima vez.`);
      // Um filtro na frente do serviço pode barrar uma linha só; as outras seguem.
      if (bloqueio) filtro = bloqueio;
      else marcar(aba, titulos, linha[titulos.indexOf(ENVIO)], texto);
    }
    if (filtro) throw new Error(filtro);
  } finally {
    trava.releaseLock();
  }
}

/** Sem endereço ou chave nada pode ser enviado: é um erro, para que o Google avise o dono. A chave não aparece nele. */
function conferirPropriedades() {
  const faltam = ['ENTRADA_URL', 'ENTRADA_KEY'].filter((nome) => !propriedade(nome));
  if (faltam.length > 0) throw new Error(`Falta nas propriedades do script: ${faltam.join(', ')}`);
  if (!/^https?:\/\/\S+$/.test(propriedade('ENTRADA_URL'))) {
    throw new Error('ENTRADA_URL não é um endereço que começa com http:// ou https://');
  }
  if (/[^\w.-]/.test(propriedade('ENTRADA_KEY'))) {
    throw new Error('ENTRADA_KEY tem uma quebra de linha, um espaço ou outro caractere que nenhuma chave tem');
  }
}

function propriedade(nome) {
  return (PropertiesService.getScriptProperties().getProperty(nome) || '').trim();
}

function abaDosLeads() {
  const abas = SpreadsheetApp.getActive().getSheets();
  const aba = ABA ? abas.find((uma) => uma.getName() === ABA) : abas[0];
  if (!aba) throw new Error(`Não há a aba "${ABA}". As que há: ${abas.map((uma) => uma.getName()).join(', ')}`);
  return aba;
}

/** Os títulos da primeira linha; as duas colunas do script são criadas quando faltam. */
function titulosDe(aba) {
  const titulos = aba
    .getRange(1, 1, 1, Math.max(1, aba.getLastColumn()))
    .getValues()[0]
    .map((titulo) => String(titulo).trim());
  if (coluna(titulos, COLUNAS.phone) < 0) {
    throw new Error(`Não há a coluna "${COLUNAS.phone}". As que há: ${titulos.join(', ')}`);
  }
  for (const titulo of [ENVIO, SITUACAO]) {
    if (titulos.includes(titulo)) continue;
    titulos.push(titulo);
    aba.getRange(1, titulos.length).setValue(titulo);
  }
  return titulos;
}

/** As linhas sem situação, com um código cada uma: ele é gravado antes do primeiro envio, e anda com a linha. */
function linhasNovas(aba, titulos) {
  const [envio, situacao] = [titulos.indexOf(ENVIO), titulos.indexOf(SITUACAO)];
  const dados = Object.values(COLUNAS).map((titulo) => coluna(titulos, titulo));
  const quantas = aba.getLastRow() - 1;
  const linhas = quantas > 0 ? aba.getRange(2, 1, quantas, titulos.length).getValues() : [];
  const novas = [];
  const usados = new Set();
  linhas.forEach((linha, indice) => {
    // Uma linha copiada traz o código e a situação da outra.
    const repetida = linha[envio] !== '' && usados.has(linha[envio]);
    usados.add(linha[envio]);
    const vazia = dados.every((posicao) => posicao < 0 || String(linha[posicao]).trim() === '');
    if ((linha[situacao] !== '' && !repetida) || vazia || novas.length === POR_VEZ) return;
    if (linha[envio] === '' || repetida) {
      linha[envio] = `planilha-${Utilities.getUuid()}`;
      aba.getRange(indice + 2, envio + 1).setValue(linha[envio]);
    }
    novas.push(linha);
  });
  SpreadsheetApp.flush();
  return novas;
}

/** A posição de uma coluna, sem diferença entre maiúsculas e minúsculas; a que saiu de COLUNAS não está em lugar nenhum. */
function coluna(titulos, titulo) {
  return titulo ? titulos.findIndex((um) => um.toLowerCase() === titulo.trim().toLowerCase()) : -1;
}

function leadDe(linha, titulos) {
  const texto = (titulo, maximo) => {
    const posicao = coluna(titulos, titulo);
    return posicao < 0 ? '' : Array.from(String(linha[posicao]).trim()).slice(0, maximo).join('');
  };
  const sinais = SINAIS.map((sinal) => [sinal, texto(sinal, 2048)]).filter(([, valor]) => valor !== '');
  return {
    phone: texto(COLUNAS.phone, 100),
    name: texto(COLUNAS.name, 120),
    email: texto(COLUNAS.email, 254),
    notes: texto(COLUNAS.notes, 500),
    external_id: linha[titulos.indexOf(ENVIO)],
    attribution: Object.fromEntries(sinais),
  };
}

/** Um envio; sem resposta, a situação é 0. */
function enviar(lead) {
  try {
    const resposta = UrlFetchApp.fetch(`${propriedade('ENTRADA_URL')}/api/v1/leads`, {
      method: 'post',
      contentType: 'application/json',
      headers: { Authorization: `Bearer ${propriedade('ENTRADA_KEY')}` },
      payload: JSON.stringify(lead),
      followRedirects: false,
      muteHttpExceptions: true,
    });
    return { codigo: resposta.getResponseCode(), corpo: resposta.getContentText() };
  } catch (erro) {
    return { codigo: 0, corpo: String(erro) };
  }
}

/**
 * Só vale uma resposta do serviço. Um proxy, uma hospedagem ou a rede de um hotel pode responder no lugar dele, com qualquer código.
 * recebido: 200, 201 ou 202, e data tem received, ou created e duplicate. erro: tem code, message e request_id.
 */
function tipoDe(codigo, corpo) {
  try {
    const { data, error } = JSON.parse(corpo) || {};
    const temRecibo =
      data && (data.received === true || [data.created, data.duplicate].every((marca) => typeof marca === 'boolean'));
    if ([200, 201, 202].includes(codigo) && temRecibo) return 'recebido';
    const temErro = error && [error.code, error.message, error.request_id].every((valor) => typeof valor === 'string');
    return codigo >= 400 && temErro ? 'erro' : 'alheia';
  } catch {
    return 'alheia';
  }
}

/** O que escrever na linha, ou por que esperar. Uma chave ou um endereço errado é um erro: o Google avisa o dono por e-mail. */
function resultado({ codigo, corpo }) {
  const tipo = tipoDe(codigo, corpo);
  if (tipo === 'recebido') return { texto: `enviado em ${agora()}` };
  if (tipo === 'erro' && [400, 409, 413, 422].includes(codigo)) return { texto: `recusado: ${motivoDe(corpo)}` };
  if (codigo === 0 || codigo === 429 || codigo >= 500) {
    return { espera: true, texto: codigo ? `o serviço respondeu ${codigo}` : 'o serviço não respondeu' };
  }
  if (tipo === 'erro')
    throw new Error(`O serviço respondeu ${codigo}: confira ENTRADA_KEY e ENTRADA_URL. ${motivoDe(corpo)}`);
  const alheia = `Quem respondeu ${codigo} não é o serviço: confira ENTRADA_URL. A linha fica para a próxima vez.`;
  if (codigo >= 400) return { bloqueio: alheia };
  throw new Error(alheia);
}

function motivoDe(corpo) {
  const { message, details } = JSON.parse(corpo).error;
  const campos = ((details && details.fields) || []).map((campo) => `${campo.field}: ${campo.message}`);
  return campos.length > 0 ? campos.join('; ') : message;
}

function agora() {
  return Utilities.formatDate(new Date(), 'America/Sao_Paulo', 'dd/MM/yyyy HH:mm');
}

/** Procura a linha pelo código: alguém pode ter ordenado a planilha enquanto o script trabalhava. */
function marcar(aba, titulos, envio, texto) {
  const codigos = aba.getRange(2, titulos.indexOf(ENVIO) + 1, aba.getLastRow() - 1, 1).getValues();
  const indice = codigos.findIndex(([codigo]) => codigo === envio);
  if (indice >= 0) aba.getRange(indice + 2, titulos.indexOf(SITUACAO) + 1).setValue(texto);
}
