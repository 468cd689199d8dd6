#include "python/fields.h"

#include "io/history_reader.h"
#include "io/temporary_folder.h"
#include "params/quote.h"
#include "python/values.h"
#include "report/figures.h"
#include "report/html.h"
#include "run/drawn_scene.h"
#include "run/element_fields.h"
#include "run/field_results.h"
#include "version.h"
#include "view/view.h"

namespace py = pybind11;

namespace jounce::python {

py::array drawn_points(const Model& model, const State& state) {
  std::vector<double> places;
  for (const Drawing& drawing : model.drawings)
    for (std::size_t i = 0; i < drawing.points(); ++i) {
      Vector3 x = Vector3::Zero();
      if (drawing.coordinates > 0) {
        for (int k = 0; k < drawing.coordinates; ++k)
          x[k] = state.q[drawing.node_dofs[i * static_cast<std::size_t>(drawing.coordinates) +
                                           static_cast<std::size_t>(k)]];
      } else {
        MarkerKinematics kinematics;
        drawing.markers[i]->evaluate(state, Derivatives::none, kinematics);
        x = kinematics.x;
      }
      places.insert(places.end(), x.begin(), x.end());
    }
  return read_only(places, 3);
}

py::dict fields_of(const Model& model, const deck::Deck& deck, const State& state) {
  std::size_t points = 0;
  for (const Drawing& drawing : model.drawings) points += drawing.points();
  ElementFields elements(model);
  elements.evaluate(state, points);
  const std::vector<io::Field> fields = ElementFields::fields(model, deck.units());
  py::dict dict;
  for (std::size_t i = 0; i < fields.size(); ++i)
    dict[py::str(fields[i].name)] = read_only(elements.values()[i], fields[i].components);
  return dict;
}

std::string scene_of(const Model& model, const deck::Deck& deck, const State& state, const StepResult& step,
                     double h) {
  const io::TemporaryFolder folder("scene");
  const auto file = folder.path() / "fields.vtkhdf";
  FieldResults results(model, deck.units());
  results.open(file, 1,
               {{"program", version_line()}, {"title", deck.title()}, {"time_unit", deck.units().time}},
               drawn_scene(model, deck), std::nullopt);
  results.evaluate(model, state, step, h);
  results.write(state.t);
  results.close();
  return scene_of_result(file, 1);
}

std::string scene_of_result(const std::filesystem::path& result, int frames) {
  view::ViewRequest request;
  request.result = result;
  request.most_frames = frames;
  return view::page_of(request).text;
}

std::string curves_of_result(const std::filesystem::path& result, const std::vector<std::string>& columns) {
  const io::History history(std::filesystem::is_directory(result) ? result / "history.csv" : result);
  for (const std::string& column : columns) history.column(column);  // which says what there is not
  report::Figures figures;
  std::string text;
  for (const std::string& column : columns) {
    io::PlotRequest request;
    request.files.push_back({result, {}, {}, {}, false});
    request.columns = {column};
    text += figures.curves(request, column);
  }
  for (const std::string& trouble : figures.troubles())
    text += "<p>" + params::markup_text(trouble) + "</p>\n";
  return text;
}

}  // namespace jounce::python
